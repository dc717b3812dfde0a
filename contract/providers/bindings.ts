import { z } from 'zod'
import { api, change, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Id, Instant, Ref, Version } from '../kernel/values.ts'
import { ProviderKindField } from './types.ts'

const bindingFlow = machine(
  'providerBindings.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** A configuration that an app is bound to: what of its kind the app needs goes there, or to others it is bound to. */
export const ProviderBinding = z.object({
  id: Id('providerBinding'),
  version: Version,
  state: bindingFlow.State,
  app: Ref('app'),
  kind: ProviderKindField,
  provider: Ref('provider'),
  config: Ref('providerConfig'),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type ProviderBinding = z.output<typeof ProviderBinding>
/** Subject: what an app is bound to. */
export const providerBinding = subject('providerBindings', ProviderBinding, {
  prefix: 'PB',
  opens: 'providerBindings',
})

const one = { subject: providerBinding } as const

/** Which configurations apps are bound to. An app that is bound to none of a kind uses all of that kind. */
export const providerBindings = api('providerBindings', {
  list: list('POST /tp/list', {
    requires: 'providerBindings',
    row: ProviderBinding,
    subject: providerBinding,
    filter: ['id', 'state', 'app', 'kind', 'provider', 'config', 'changedBy', 'createdAt'],
    sort: ['id', 'state', 'kind', 'createdAt'],
    search: ['id', 'app', 'provider', 'config'],
    order: 'id',
    created: 'createdAt',
  }),

  add: write('POST /tp/add/appTpCfg', {
    requires: 'providerBindings.add',
    input: z.object({ appId: Id('app'), configId: Id('providerConfig') }),
    output: z.object({ id: Id('providerBinding') }),
    faults: ['unknown_app', 'unknown_config', 'known_already'],
    fourEyes: true,
  }),

  /** Binds an app to another configuration of the same kind. */
  edit: change('POST /tp/edit/appTpCfg', {
    ...one,
    requires: 'providerBindings.edit',
    args: { configId: Id('providerConfig') },
    faults: ['unknown_config', 'other_kind', 'known_already'],
    fourEyes: true,
  }),

  setState: change('POST /tp/edit/appTpCfg/status', {
    ...one,
    requires: 'providerBindings.remove',
    args: { state: bindingFlow.State },
    fourEyes: true,
  }),
})
