import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Ref, Version } from './kernel/values.ts'

/** From one that is disabled nobody applies. */
const appFlow = machine(
  'apps.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)
/** What an app runs on. */
export const platforms = ['android', 'ios', 'web'] as const

/** An app that customers apply in. */
export const App = z.object({
  /** The code that applications and products carry: `Lendline`. */
  id: Id('app'),
  version: Version,
  state: appFlow.State,
  name: z.string(),
  group: Ref('appGroup'),
  package: z.string(),
  platform: Choice('apps.platform', [...platforms]),
  /** The newest release: `2.4.1`. */
  release: z.string(),
  /** Whether nobody applies with an older one. */
  forcedUpdate: z.boolean(),
  /** Who publishes it. */
  company: z.string(),
  /** What is offered first; none: the first product of the app. */
  defaultProductId: Id('product').nullable(),
  /** What its contracts say beside the terms; none: nothing more. */
  contractTemplate: z.string().nullable(),
  /** The products that are offered in it. */
  products: z.string(),
  createdAt: Instant,
})
export type App = z.output<typeof App>
/** Subject: an app. */
export const appSubject = subject('apps', App, { opens: 'apps', findBy: ['label'] })

const [nameMax, packageMax, contractMax] = [80, 120, 4_000]
const Name = z.string().trim().min(1).max(nameMax)
/** `Lendline`, `lendline-lite`. */
const Code = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,39}$/)
/** `com.example.loans`. */
const Package = z
  .string()
  .trim()
  .max(packageMax)
  .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/)
/** Numbers with points between. */
export const AppRelease = z.string().regex(/^\d{1,4}(\.\d{1,4}){0,3}$/)
const details = {
  name: Name,
  groupId: Id('appGroup'),
  package: Package,
  platform: Choice('apps.platform', [...platforms]),
  release: AppRelease,
  forcedUpdate: z.boolean(),
  company: Name,
  defaultProductId: Id('product').optional(),
  /** Paragraphs with variables: `{{borrower}} borrows {{amount}}`. */
  contractTemplate: z.string().trim().max(contractMax).optional(),
} as const
const faults = ['unknown_group', 'not_offered_here', 'unknown_contract_variable'] as const

/** Apps that customers apply in, and the groups that they belong to. */
export const apps = api('apps', {
  list: list('POST /app/page', {
    requires: 'apps',
    row: App,
    subject: appSubject,
    filter: [
      ...(['id', 'state', 'name', 'group', 'package', 'platform', 'release', 'forcedUpdate', 'company'] as const),
      ...(['defaultProductId', 'createdAt'] as const),
    ],
    sort: ['id', 'name', 'state', 'platform', 'createdAt'],
    search: ['id', 'name', 'package'],
    order: 'id',
    created: 'createdAt',
  }),

  groups: read('GET /app/group/list', {
    requires: 'apps',
    input: z.object({}),
    output: z.object({ groups: z.array(z.object({ id: Id('appGroup'), name: z.string(), apps: z.int() })) }),
  }),

  addGroup: write('POST /app/add/group', {
    requires: 'apps.add',
    input: z.object({ code: Code, name: Name }),
    output: z.object({ id: Id('appGroup') }),
    faults: ['known_already'],
  }),

  renameGroup: write('POST /app/edit/group', {
    requires: 'apps.edit',
    input: z.object({ groupId: Id('appGroup'), name: Name }),
    output: z.object({}),
    faults: ['unknown_group'],
  }),

  /** Deletes a group that no app belongs to. */
  removeGroup: write('POST /app/delete/group', {
    requires: 'apps.remove',
    input: z.object({ groupId: Id('appGroup') }),
    output: z.object({}),
    faults: ['unknown_group', 'group_has_apps'],
  }),

  add: write('POST /app/add', {
    requires: 'apps.add',
    input: z.object({ code: Code, ...details }),
    output: z.object({ id: Id('app') }),
    faults: ['known_already', ...faults],
  }),

  edit: change('POST /app/edit', { subject: appSubject, requires: 'apps.edit', args: details, faults }),

  setState: change('POST /app/edit/status', {
    subject: appSubject,
    requires: 'apps.remove',
    args: { state: appFlow.State },
  }),

  /** Has every server read anew what it keeps in mind. */
  refresh: read('GET /app/redisRefresh', { requires: 'apps.edit', input: z.object({}), output: z.object({}) }),
})
