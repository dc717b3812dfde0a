import { z } from 'zod'
import { ContactRuleField } from './contact-rules.ts'
import { ResultField } from './follow-ups.ts'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { type Measure, report } from './kernel/report.ts'
import { Choice, Id, Instant, Money, PersonName, Ref, Seconds } from './kernel/values.ts'
import { orderFields } from './loans/order-fields.ts'
import { promiseFlow } from './promises.ts'

/** What collection does, and what comes of it. `held`: a case came to somebody, or went to another stage with them. */
export const activityKinds = [
  ...(['held', 'contact', 'call', 'promise', 'recovered', 'settled', 'reduced', 'refused'] as const),
] as const

/** Collection activity: something that was done about a case, or came of it, credited to whoever did it. */
export const CollectionActivity = z.object({
  id: Id('collectionActivity'),
  kind: Choice('collectionActivities.kind', [...activityKinds], {
    ...{ held: 'info', promise: 'info', recovered: 'good', settled: 'good', refused: 'bad' },
  }),
  /** Of money its value time, of a promise when it was made. */
  at: Instant,
  collector: Ref('staff').nullable(),
  /** Who had the case at that time; none: nobody had it. */
  group: Ref('unit').nullable(),
  agency: Ref('unit').nullable(),
  stage: Ref('stage').nullable(),
  caseId: Id('case'),
  loanId: Id('loan'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  ...orderFields,
  /** What was promised, has come in or was let off. */
  amount: Money.nullable(),
  /** Principal: what of it has come in, or what was outstanding of a case when it came to somebody. */
  principal: Money.nullable(),
  /** Nobody has had the case before. */
  isFirst: z.boolean(),
  /** An extension was paid for. */
  isExtension: z.boolean(),
  result: ResultField.nullable(),
  promise: promiseFlow.State.nullable(),
  /** How long they spoke. */
  seconds: Seconds.nullable(),
  /** A call that was answered. */
  connected: z.boolean(),
  /** The rule that has forbidden a contact. */
  rule: ContactRuleField.nullable(),
})
export type CollectionActivity = z.output<typeof CollectionActivity>

const [held, contact, recovered] = ['kind:held', 'kind:contact', 'kind:recovered'] as const
/** Somebody answered; the customer did. Source: specification, section 4. */
const [answered, byCustomer] = [`${contact} result:1,2,7`, `${contact} result:1,7`] as const
const spoken = 'kind:call is:connected'

/** What is counted of it, and what of what. */
export const collectionMeasures = {
  held: { where: held },
  firstHeld: { where: `${held} is:isFirst` },
  principal: { where: held, sum: 'principal' },
  attempts: { where: contact },
  contacts: { where: answered },
  answered: { where: answered, per: { where: contact }, tone: 'good' },
  byCustomer: { where: byCustomer, per: { where: answered }, tone: 'good' },
  promises: { where: 'kind:promise' },
  kept: { where: 'kind:promise promise:kept', per: { where: 'kind:promise promise:kept,broken' }, tone: 'good' },
  settledCases: { where: 'kind:settled' },
  settled: { where: 'kind:settled', per: { where: held }, tone: 'good' },
  recovered: { where: recovered, sum: 'amount' },
  recoveredPrincipal: {
    ...{ where: recovered, sum: 'principal' },
    ...{ per: { where: held, sum: 'principal' }, tone: 'good' },
  },
  extensions: { where: `${recovered} is:isExtension` },
  reductions: { where: 'kind:reduced', sum: 'amount' },
  spoken: { where: spoken, per: { where: 'kind:call' }, tone: 'good' },
  talk: { where: spoken, sum: 'seconds' },
  averageTalk: { where: spoken, sum: 'seconds', per: { where: spoken } },
  refused: { where: 'kind:refused' },
} satisfies Readonly<Record<string, Measure<keyof CollectionActivity & string>>>

/** What collectors do, and how it goes. */
export const collectionActivities = api('collectionActivities', {
  list: list('GET /collection-activities', {
    requires: 'collectionActivities',
    row: CollectionActivity,
    filter: [
      ...(['kind', 'at', 'collector', 'group', 'agency', 'stage', 'caseId', 'loanId', 'customerId'] as const),
      ...(['name', 'customerKind', 'amount', 'principal', 'isFirst', 'isExtension', 'result', 'promise'] as const),
      ...(['seconds', 'rule', 'connected', 'product', 'app'] as const),
    ],
    sort: ['at', 'name'],
    search: ['caseId', 'loanId', 'customerId', 'name'],
    order: '-at',
    created: 'at',
    sums: ['amount', 'principal', 'seconds'],
    export: 'GET /export/collection-activities',
  }),

  /** Performance: what came of the cases that people have had. */
  performance: report('GET /reports/collection-performance', {
    requires: 'performance',
    of: 'collectionActivities.list',
    row: CollectionActivity,
    by: ['at', 'collector', 'group', 'agency', 'stage', 'customerKind'],
    measures: collectionMeasures,
  }),

  /** Agency report: what came of the cases that agencies have had; all of them together are the average of each. */
  agencies: report('GET /reports/agencies', {
    requires: 'agencyReport',
    of: 'collectionActivities.list',
    row: CollectionActivity,
    by: ['at', 'agency', 'stage', 'group', 'collector'],
    where: 'has:agency',
    measures: collectionMeasures,
  }),
})
