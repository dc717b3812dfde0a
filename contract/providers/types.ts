import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, Version } from '../kernel/values.ts'

/** Through one that is disabled nothing goes, whatever its configurations say. */
const providerFlow = machine(
  'providers.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)
/** What a provider does. Whoever does two things is two providers. */
export const providerKinds = [
  ...(['payout', 'collection', 'ocr', 'face', 'bureau'] as const),
  ...(['sms', 'whatsapp', 'email', 'push', 'aiCall', 'dialler'] as const),
] as const
export type ProviderKind = (typeof providerKinds)[number]
/** The kinds that money goes through: a second person releases each change. */
export const moneyKinds: readonly ProviderKind[] = ['payout', 'collection']
export const ProviderKindField = Choice('providers.kind', [...providerKinds])

/** A third party that the business works through. */
export const Provider = z.object({
  /** The code that configurations name it by: `SMS-ONE`. */
  id: Id('provider'),
  version: Version,
  state: providerFlow.State,
  name: z.string(),
  kind: ProviderKindField,
  /** How many configurations it has, and how many of these are used. */
  configs: z.int(),
  enabledConfigs: z.int(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Provider = z.output<typeof Provider>
/** Subject: a third party. */
export const provider = subject('providers', Provider, { opens: 'providers', findBy: ['label'] })

const nameMax = 80
/** What providers and configurations are called. */
export const ProviderName = z.string().trim().min(1).max(nameMax)
/** `SMS-ONE`. */
const Code = z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,29}$/)

/** Third parties, each with what it does. */
export const providers = api('providers', {
  list: list('GET /tp/get/thirdParty', {
    requires: 'providers',
    row: Provider,
    subject: provider,
    filter: ['id', 'state', 'name', 'kind', 'configs', 'enabledConfigs', 'changedBy', 'createdAt'],
    sort: ['id', 'name', 'state', 'kind', 'createdAt'],
    search: ['id', 'name'],
    order: 'kind',
    created: 'createdAt',
  }),

  add: write('POST /tp/add/thirdParty', {
    requires: 'providers.add',
    input: z.object({ code: Code, name: ProviderName, kind: ProviderKindField }),
    output: z.object({ id: Id('provider') }),
    faults: ['known_already', 'name_taken'],
    fourEyes: true,
  }),

  edit: change('POST /tp/edit/thirdParty', {
    subject: provider,
    requires: 'providers.edit',
    args: { name: ProviderName },
    faults: ['name_taken'],
    touches: ['providerConfigs', 'providerBindings'],
    fourEyes: true,
  }),

  /** Stops everything that goes through it, or has it go on. */
  setState: change('POST /tp/edit/thirdParty/status', {
    subject: provider,
    requires: 'providers.remove',
    args: { state: providerFlow.State },
    touches: ['providerConfigs', 'providerBindings'],
    fourEyes: true,
  }),

  /** Has every server read anew what it keeps in mind. */
  flush: read('GET /tp/flush/redis', { requires: 'providers.edit', input: z.object({}), output: z.object({}) }),
})
