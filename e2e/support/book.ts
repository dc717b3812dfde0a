import { batches, type RefusedGroup } from '#contract/batches.ts'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import type { FailedPayout } from '#contract/loans/row.ts'
import { type Plan, plans } from '#contract/plans.ts'
import { type Client, signedIn } from './api.ts'

/** The lender's day: for hours of each it is another than the machine's. */
export const today = (): LocalDate => businessDate(toInstant(new Date()), 'IN')

/** More failed pay-outs than operations may send again at once, and some that go out by themselves meanwhile. */
const manyMin = 111

const failedPayouts = async (ops: Client, q: string): Promise<readonly FailedPayout[]> =>
  (await ops.call(loans.failedPayouts, { q, size: 500 })).rows

/**
 * Partition of the failed pay-outs, by the day they failed on: those since then are for the one journey that sends many
 * again, those before for all others. What fails again is among the many.
 */
export async function firstOfMany(): Promise<LocalDate> {
  const first = (await failedPayouts(await signedIn('ops'), 'sort:failedAt')).at(-manyMin)?.failedAt
  if (!first) throw new Error('the book has too few pay-outs that failed')
  return businessDate(first, 'IN')
}

/** The same, as the global setup has found it before the first journey: a worker that starts anew finds fewer. */
const manySince = (): string => process.env.MANY_SINCE!

/** Filter line of the pay-outs that the journey of many may send again: more than operations may at once. */
export const manyPayouts = (): string => `failedAt>=${manySince()}`

/** Loans that a test of this run has taken for itself. */
const taken = new Set<string>()

/** Dry run over the failed pay-outs of single journeys, what waits longest first. */
interface DryRun {
  readonly payable: readonly FailedPayout[]
  readonly refused: readonly RefusedGroup[]
}
let rehearsed: Promise<DryRun> | undefined

async function rehearse(ops: Client): Promise<DryRun> {
  const rows = await failedPayouts(ops, `failedAt<${manySince()} sort:failedAt`)
  const selection = { listing: loans.failedPayouts.id, ids: rows.map(({ id }) => id) }
  const { refused } = await ops.call(batches.preview, { command: loans.redisburse.id, selection, args: {} })
  const not = new Set(refused.flatMap(({ ids }) => ids))
  return { payable: rows.filter(({ id }) => !not.has(id)), refused }
}
const dryRun = async (ops: Client): Promise<DryRun> => {
  rehearsed ??= rehearse(ops)
  return rehearsed
}

/** Loans that can be paid out again now, for one test alone. */
export async function payables(count: number): Promise<readonly FailedPayout[]> {
  const ops = await signedIn('ops')
  const { payable } = await dryRun(ops)
  const free = payable.filter(({ id }) => !taken.has(id)).slice(0, count)
  if (free.length < count) throw new Error(`the book has no ${count} loans left to pay out again`)
  for (const { id } of free) taken.add(id)
  return free
}

/** Every worker has orders of its own: by the last digit of their ids. */
const isOfThisWorker = ({ loanId }: Plan): boolean =>
  Number(loanId.slice(-1)) % 2 === Number(process.env.TEST_PARALLEL_INDEX) % 2

/** Overdue plans whose orders nobody has asked anything about, for one test alone; what is owed on them can be reduced. */
export async function reduciblePlans(count: number): Promise<readonly Plan[]> {
  const q = 'state:overdue -is:openRequest loanState:50 sort:repayable-'
  const { rows } = await (await signedIn('cs')).call(plans.list, { q, size: 500 })
  const free = rows
    .filter((plan) => plan.reducible.minor > 10_000 && isOfThisWorker(plan) && !taken.has(plan.loanId))
    .slice(0, count)
  if (free.length < count) throw new Error(`the book has no ${count} plans left to reduce`)
  for (const { loanId } of free) taken.add(loanId)
  return free
}

/** A loan that can be paid out again now, for one test alone. */
export const payable = async (): Promise<FailedPayout> => (await payables(1))[0]!

/** A loan that cannot be paid out again now, and why. */
export async function unpayable(): Promise<{ id: string; reason: string }> {
  const [group] = (await dryRun(await signedIn('ops'))).refused
  if (!group?.ids[0]) throw new Error('the book has no loan that may not be paid out again')
  return { id: group.ids[0], reason: group.msg }
}
