import { and, asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loan as codes, type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import { goThrough } from '#server/kernel/each.ts'
import type { Ground } from '#server/kernel/ground.ts'
import type { Tally, Work } from '#server/kernel/jobs.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { approvedUntil, sendAgain, sendOut } from './pay-out.ts'
import { dueAgain, lockDue } from './retry.ts'
import { lockLoan, move } from './steps.ts'
import { loanRows } from './store.ts'

type Loan = typeof loanRows.$inferSelect
const atOnce = 200
const nothing: Tally = { done: 0, refused: 0 }

/** The next orders in these codes, by id. */
const nextIn =
  (states: readonly LoanState[], more?: SQL) =>
  async (db: Db, after: IdOf<'loan'> | null): Promise<IdOf<'loan'>[]> => {
    const behind = after ? gt(loanRows.id, after) : undefined
    const rows = await db
      .select({ id: loanRows.id })
      .from(loanRows)
      .where(and(inArray(loanRows.state, [...states]), behind, more))
      .orderBy(asc(loanRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => id)
  }

const disbursing = 'doDisburse'

/** Pays every approved order out. */
function payApproved(ground: Ground): Promise<Tally> {
  const approved = loanFlow.from('disburse')
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    const loan = await lockLoan(tx, id)
    if (!loan || !approved.includes(loan.state)) return false
    const now = ground.clock.now()
    await sendOut(id, { tx, ground, today: today(ground.clock, now) }, { actor: disbursing, now })
    return true
  }
  return goThrough({ as: disbursing, next: nextIn(approved), one }, ground)
}

/** Tries again what has failed for a reason that passes by itself, where that is due. */
function payAgain(ground: Ground): Promise<Tally> {
  const now = ground.clock.now()
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    if (!(await lockDue(tx, id, now))) return false
    await sendAgain(id, { tx, ground, today: today(ground.clock, now) }, { actor: disbursing, now })
    return true
  }
  return goThrough({ as: disbursing, next: nextIn([codes.disbursementFailed], dueAgain(now)), one }, ground)
}

/** Pays out what is approved, unless that is done by hand, and what failed and is to be tried again by itself. */
export const doDisburse: Work = async (ground) => {
  const { 'disburse.manual': manual, 'disburse.retryHours': hours } = await parametersOf(ground.database.db, [
    'disburse.manual',
    'disburse.retryHours',
  ])
  const first = manual ? nothing : await payApproved(ground)
  const again = hours === 0 ? nothing : await payAgain(ground)
  return { done: first.done + again.done, refused: first.refused + again.refused }
}

interface Validity {
  readonly approval: number
  readonly resubmission: number
}

const later = (a: LocalDate | null, b: LocalDate | null): LocalDate | null => (a && b ? (a > b ? a : b) : (a ?? b))

/**
 * The last day on which anything can still become of an order that waits: while its approval is good, and as long as it
 * may be submitted again.
 */
function lastDayOf({ state, decidedAt, failedAt }: Loan, days: Validity, ground: Pick<Ground, 'clock'>) {
  const since = (at: Date | null, count: number) =>
    at && addDays(businessDate(toInstant(at), ground.clock.country), count)
  if (state === codes.overQuota) return since(decidedAt, days.resubmission)
  const approved = approvedUntil(decidedAt, days.approval, ground)
  return state === codes.disbursementFailed ? later(approved, since(failedAt, days.resubmission)) : approved
}

/** Ends orders that wait for nothing any more. */
export const expireApprovals: Work = async (ground) => {
  const { db } = ground.database
  const set = await parametersOf(db, ['approval.validDays', 'resubmit.withinDays'])
  const days = { approval: set['approval.validDays'], resubmission: set['resubmit.withinDays'] }
  const now = ground.clock.now()
  const day = today(ground.clock, now)
  const waiting = loanFlow.from('expire')
  const as = 'expireApprovals'
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    const loan = await lockLoan(tx, id)
    const until = loan && waiting.includes(loan.state) ? lastDayOf(loan, days, ground) : null
    if (!loan || !until || day <= until) return false
    await move(tx, loan, 'expire', { actor: as, now, reason: `valid until ${until}`, along: { closedAt: now } })
    return true
  }
  const old = sql`${loanRows.decidedAt} < ${now.toISOString()}::timestamptz - interval '1 day'`
  return goThrough({ as, next: nextIn(waiting, old), one }, ground)
}
