import { keepsRobots } from '#contract/conduct-checks.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import { overview, type QueueCount } from '#contract/overview.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { aggregatesOf } from '#server/kernel/listing/aggregates.ts'
import { dailyOf } from './daily.ts'

interface WorkQueue extends Omit<QueueCount, 'count'> {
  readonly listing: string
  /** Whose work it is, of those who see the list; all of them, where nothing is said. */
  readonly for?: Requirement
}

/** What may wait for somebody: a list, and the filter that shows it. Only lists one sees are counted. */
const workQueues: readonly WorkQueue[] = [
  { id: 'failedPayouts', listing: 'loans.failedPayouts', page: 'failedPayouts', query: '', tone: 'warn' },
  { id: 'failedPayoutsOld', listing: 'loans.failedPayouts', page: 'failedPayouts', query: 'hours>24', tone: 'bad' },
  {
    ...{
      id: 'reviews',
      listing: 'reviews.list',
      page: 'reviewQueue',
      query: 'state:unclaimed,manualCheck',
      tone: 'warn',
    },
    for: ['reviewQueue.request', 'reviewQueue.assign'],
  },
  {
    ...{ id: 'inspections', listing: 'qualityInspections.list', page: 'qualityQueue', tone: 'warn' },
    ...{ query: 'state:notInspected', for: 'qualityQueue.edit' },
  },
  {
    ...{ id: 'failedUnpaid', listing: 'qualityInspections.list', page: 'qualityQueue', tone: 'bad' },
    ...{ query: 'outcome:fail loanState:20,26 -has:sentBackAt', for: 'qualityQueue.assign' },
  },
  {
    ...{ id: 'appeals', listing: 'qualityInspections.list', page: 'qualityQueue', tone: 'warn' },
    ...{ query: 'appealState:pending', for: 'qualityQueue.assign' },
  },
  {
    ...{ id: 'results', listing: 'qualityInspections.list', page: 'qualityQueue', tone: 'neutral' },
    ...{ query: 'state:inspected reviewer:@me', for: 'qualityQueue.request' },
  },
  {
    ...{ id: 'checks', listing: 'conductChecks.list', page: 'conductChecks', tone: 'warn' },
    ...{ query: 'state:notInspected is:recorded', for: 'conductChecks.edit' },
  },
  {
    ...{ id: 'checkResults', listing: 'conductChecks.list', page: 'conductChecks', tone: 'neutral' },
    ...{ query: 'state:inspected collector:@me', for: 'conductChecks.request' },
  },
  {
    ...{ id: 'robotResults', listing: 'conductChecks.list', page: 'conductChecks', tone: 'neutral' },
    ...{ query: 'state:inspected has:robot', for: keepsRobots },
  },
  {
    ...{ id: 'checkAppeals', listing: 'conductChecks.list', page: 'conductChecks', tone: 'warn' },
    ...{ query: 'appealState:pending', for: 'conductChecks.assign' },
  },
  {
    ...{ id: 'statementsDrawn', listing: 'commissionStatements.list', page: 'commissionStatements', tone: 'warn' },
    ...{ query: 'state:drawn', for: 'commissionStatements.request' },
  },
  {
    ...{ id: 'statementsConfirmed', listing: 'commissionStatements.list', page: 'commissionStatements', tone: 'warn' },
    ...{ query: 'state:confirmed', for: 'commissionStatements.approve' },
  },
  {
    ...{ id: 'openDays', listing: 'accountingDays.list', page: 'accountingDays', tone: 'bad' },
    ...{ query: 'state:open', for: 'accountingDays.export' },
  },
  {
    ...{ id: 'settlementsLeft', listing: 'settlementItems.list', page: 'settlementItems', tone: 'warn' },
    ...{ query: 'state:open', for: 'settlementItems.export' },
  },
  { id: 'dueToday', listing: 'plans.list', page: 'plans', query: 'state:dueToday', tone: 'neutral' },
  {
    ...{ id: 'myCases', listing: 'cases.open', page: 'openCases', query: 'collector:@me', tone: 'neutral' },
    for: 'openCases.edit',
  },
  {
    ...{ id: 'unallocated', listing: 'cases.open', page: 'openCases', query: 'state:allocating', tone: 'warn' },
    for: 'openCases.assign',
  },
  {
    ...{ id: 'overCapacity', listing: 'collectors.list', page: 'collectors', query: 'load>100%', tone: 'warn' },
    for: 'openCases.assign',
  },
  {
    ...{ id: 'certificatesEnding', listing: 'collectors.list', page: 'collectors', tone: 'warn' },
    ...{ query: 'certificateState:ending,expired', for: 'collectors.edit' },
  },
  { id: 'promisesToday', listing: 'cases.open', page: 'openCases', query: 'promisedFor:today', tone: 'neutral' },
  {
    ...{ id: 'reductions', listing: 'reductions.list', page: 'reductions', query: 'state:pending', tone: 'warn' },
    for: ['reductions.approve', 'reducedBills.approve'],
  },
  {
    ...{ id: 'writeOffs', listing: 'writeOffs.list', page: 'writeOffs', query: 'state:pending', tone: 'warn' },
    for: 'writeOffs.approve',
  },
  {
    ...{ id: 'reversals', listing: 'payments.list', page: 'payments', query: 'reversal:asked', tone: 'warn' },
    for: 'orders.approve',
  },
  {
    ...{ id: 'approvals', listing: 'approvals.list', page: 'approvals', query: 'state:pending', tone: 'warn' },
    for: 'approvals.approve',
  },
  {
    ...{ id: 'lapsed', listing: 'approvals.list', page: 'approvals', tone: 'bad' },
    query: 'state:lapsed maker:@me decidedAt:-7d',
  },
  {
    ...{ id: 'proofs', listing: 'proofs.list', page: 'proofs', tone: 'warn' },
    query: 'state:submitted,matched,duplicate',
    for: 'writeOffs.request',
  },
  {
    ...{ id: 'cardChanges', listing: 'cardChanges.list', page: 'orderChanges', query: 'state:pending', tone: 'warn' },
    for: 'orderChanges.approve',
  },
  {
    ...{ id: 'productChanges', listing: 'products.list', page: 'products', query: 'waiting>0', tone: 'warn' },
    for: 'products.approve',
  },
  { id: 'tickets', listing: 'tickets.operation', page: 'operationTickets', query: '-state:closed', tone: 'neutral' },
  {
    id: 'ticketsLate',
    listing: 'tickets.operation',
    page: 'operationTickets',
    query: '-state:closed is:slaBreached',
    tone: 'bad',
  },
  {
    ...{ id: 'collectionTickets', listing: 'tickets.collection', page: 'collectionTickets', tone: 'neutral' },
    query: '-state:closed',
  },
  {
    ...{ id: 'collectionTicketsLate', listing: 'tickets.collection', page: 'collectionTickets', tone: 'bad' },
    query: '-state:closed is:slaBreached',
  },
  { id: 'batchesFailed', listing: 'batches.list', page: 'batches', query: 'fail>0 createdAt:today', tone: 'bad' },
  {
    id: 'messagesDead',
    listing: 'failedMessages.list',
    page: 'failedMessages',
    query: 'state:dead is:holdsOrder',
    tone: 'bad',
  },
  {
    ...{ id: 'accessReviews', listing: 'accessReviews.list', page: 'accessReviews', query: 'state:open', tone: 'warn' },
    for: 'accessReviews.edit',
  },
  {
    ...{ id: 'dataUse', listing: 'dataUse.list', page: 'dataUse', query: 'date:yesterday rank<=10', tone: 'neutral' },
    for: 'accessReviews.edit',
  },
  {
    ...{ id: 'alerts', listing: 'reportSchedules.runs', page: 'reportRuns', tone: 'warn' },
    query: 'state:done is:met recipient:@me dueAt:today',
  },
  {
    id: 'schedulesFailed',
    listing: 'reportSchedules.list',
    page: 'reportSchedules',
    query: 'lastRun:failed,refused',
    tone: 'bad',
  },
  { id: 'jobsFailed', listing: 'jobs.list', page: 'jobs', query: 'lastRun:fail', tone: 'bad' },
]

/** How much of each of some queues waits for the caller: those of one list are counted in one statement. */
async function queueCounts(context: Context): Promise<QueueCount[]> {
  const { app, actor } = context
  const theirs = workQueues.filter(({ listing: id, for: whose = 'anyone' }) => {
    const { listing } = app.registry.listings.get(id)!
    return actor.may(listing.requires) && actor.may(whose)
  })
  const counts = new Map<WorkQueue, number>()
  for (const id of new Set(theirs.map(({ listing }) => listing))) {
    const own = theirs.filter(({ listing }) => listing === id)
    const results = await aggregatesOf(app.registry.listings.get(id)!, own, context)
    for (const [i, queue] of own.entries()) counts.set(queue, results[i]!.rows)
  }
  return theirs.map((queue) => {
    const { listing: _, for: __, ...kind } = queue
    return { ...kind, count: counts.get(queue)! }
  })
}

/** Handlers of `overview`: what waits for the caller, and how the business goes. */
export default implement(overview, {
  waiting: async (_, context) => ({ piles: await queueCounts(context) }),

  daily: async (_, context) => ({ days: await dailyOf(context) }),
})
