import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Choice, Id, Instant, Money, Ref, Version } from '../kernel/values.ts'
import { ProviderKindField, ProviderName } from './types.ts'

const configFlow = machine(
  'providerConfigs.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)
/** What came of a test: it answers as it should; refuses our keys; answers something else; too late; not at all. */
export const testOutcomes = ['reached', 'keysRefused', 'rubbish', 'slow', 'unreachable'] as const
export type TestOutcome = (typeof testOutcomes)[number]

/** A way to reach a provider: where, with which keys, and how much of the traffic goes there. */
export const ProviderConfig = z.object({
  id: Id('providerConfig'),
  version: Version,
  state: configFlow.State,
  name: z.string(),
  provider: Ref('provider'),
  kind: ProviderKindField,
  /** Where it is reached; none: where the environment of the server says, or the sandbox. */
  address: z.string().nullable(),
  /** Who we are there. */
  account: z.string().nullable(),
  /** What may be seen of the keys: their ends. */
  apiKeyMask: z.string().nullable(),
  signingKeyMask: z.string().nullable(),
  /** Its share beside the others of its kind; 0: only where none of these can be used. */
  weight: z.int(),
  /** What one call costs. */
  price: Money.nullable(),
  /** Whether what was sent last went through. After three failures in a row it is left out for a minute. */
  health: Choice('providerConfigs.health', ['unused', 'up', 'failing', 'down'], {
    ...({ unused: 'muted', up: 'good', failing: 'warn', down: 'bad' } as const),
  }),
  /** What went wrong last. */
  error: z.string().nullable(),
  /** What came of the last test, when that was, and how long it took. */
  tested: Choice('providerConfigs.tested', [...testOutcomes], {
    ...({ reached: 'good', keysRefused: 'bad', rubbish: 'bad', slow: 'warn', unreachable: 'bad' } as const),
  }).nullable(),
  testedAt: Instant.nullable(),
  latencyMs: z.int().nullable(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type ProviderConfig = z.output<typeof ProviderConfig>
/** Subject: a configuration of a provider. */
export const providerConfig = subject('providerConfigs', ProviderConfig, { prefix: 'PC', opens: 'providerConfigs' })

const [addressMax, keyMax, weightMax] = [200, 500, 1_000]
const Key = z.string().trim().min(8).max(keyMax)
const details = {
  name: ProviderName,
  /** Blank: where the environment of the server says. */
  address: z.string().trim().max(addressMax).optional(),
  account: z.string().trim().max(80).optional(),
  weight: z.int().min(0).max(weightMax),
  price: Money.optional(),
} as const
/** Keys that are left out stay as they are. */
const keys = { apiKey: Key.optional(), signingKey: Key.optional() } as const
const secrets = ['apiKey', 'signingKey'] as const
const faults = [
  ...(['name_taken', 'not_http', 'internal_address', 'no_environment_address'] as const),
  ...(['wrong_currency', 'not_positive'] as const),
] as const
const one = { subject: providerConfig, touches: ['providers', 'providerBindings'] } as const

/** What was done to a configuration, and what befell it. */
const ConfigEvent = z.object({ at: Instant, event: z.string(), what: z.string(), by: z.string() })

/** Configurations of providers: address, keys, weight, price. */
export const providerConfigs = api('providerConfigs', {
  list: list('GET /tp/get/cfg', {
    requires: 'providerConfigs',
    row: ProviderConfig,
    subject: providerConfig,
    filter: [
      ...(['id', 'state', 'name', 'provider', 'kind', 'address', 'account', 'weight', 'price', 'health'] as const),
      ...(['error', 'tested', 'testedAt', 'latencyMs', 'changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'name', 'state', 'kind', 'weight', 'health', 'testedAt', 'createdAt'],
    search: ['id', 'name', 'address'],
    order: 'kind',
    created: 'createdAt',
  }),

  /** What a configuration was, the latest first: changes, and when it was down. */
  history: read('GET /tp/get/cfg/history', {
    requires: 'providerConfigs',
    input: z.object({ id: Id('providerConfig') }),
    output: z.object({ events: z.array(ConfigEvent) }),
  }),

  add: write('POST /tp/add/cfg', {
    requires: 'providerConfigs.add',
    input: z.object({ providerId: Id('provider'), ...details, ...keys }),
    output: z.object({ id: Id('providerConfig') }),
    faults: ['unknown_provider', ...faults],
    secrets,
    stepUp: true,
    touches: ['providers'],
    fourEyes: true,
  }),

  edit: change('POST /tp/edit/cfg', {
    ...one,
    requires: 'providerConfigs.edit',
    args: { ...details, ...keys },
    faults: [...faults, 'payouts_under_way'],
    secrets,
    stepUp: true,
    fourEyes: true,
  }),

  setState: change('POST /tp/edit/status', {
    ...one,
    requires: 'providerConfigs.remove',
    args: { state: configFlow.State },
    fourEyes: true,
  }),

  /** Test connection: calls the provider now, moves nothing, and tells what came of it. */
  test: change('POST /tp/test', { subject: providerConfig, requires: 'providerConfigs.edit' }),

  /** A sheet of all configurations with their apps, without keys. */
  generate: {
    ...read('POST /tp/generate/tpc', { requires: 'providerConfigs.edit', input: z.object({}), output: z.null() }),
    file: true as const,
  },
})
