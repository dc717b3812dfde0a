import { and, asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanCode as codes, type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext, Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow, together } from '#server/kernel/jobs/for-each-row.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { approvedUntil, payOut, retryPayout } from './pay-out.ts'
import { isRetryDue, lockIfRetryDue } from './retry.ts'
import { lockLoan, transition } from './steps/transition.ts'
import type { StoredLoan } from './store.ts'
import { loanRows } from './store.ts'

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
function payApproved(app: AppContext): Promise<Tally> {
  const approved = loanFlow.from('disburse')
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    const loan = await lockLoan(tx, id)
    if (!loan || !approved.includes(loan.state)) return false
    const now = app.clock.now()
    await payOut(id, { tx, app, today: today(app.clock, now) }, { actor: disbursing, now })
    return true
  }
  return forEachRow({ as: disbursing, next: nextIn(approved), one }, app)
}

/** Tries again what has failed for a reason that passes by itself, where that is due. */
function retryFailed(app: AppContext): Promise<Tally> {
  const now = app.clock.now()
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    if (!(await lockIfRetryDue(tx, id, now))) return false
    await retryPayout(id, { tx, app, today: today(app.clock, now) }, { actor: disbursing, now })
    return true
  }
  return forEachRow({ as: disbursing, next: nextIn([codes.disbursementFailed], isRetryDue(now)), one }, app)
}

/** Pays out what is approved, unless that is done by hand, and what failed and is to be tried again by itself. */
export const doDisburse: TaskRunner = async (app) => {
  const { 'disburse.manual': manual, 'disburse.retryHours': hours } = await parametersOf(app.database.db, [
    'disburse.manual',
    'disburse.retryHours',
  ])
  const first = manual ? nothing : await payApproved(app)
  const again = hours === 0 ? nothing : await retryFailed(app)
  return together(first, again)
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
function lastDayOf({ state, decidedAt, failedAt }: StoredLoan, days: Validity, app: Pick<AppContext, 'clock'>) {
  const since = (at: Date | null, count: number) => at && addDays(businessDate(toInstant(at), app.clock.country), count)
  if (state === codes.overQuota) return since(decidedAt, days.resubmission)
  const approved = approvedUntil(decidedAt, days.approval, app)
  return state === codes.disbursementFailed ? later(approved, since(failedAt, days.resubmission)) : approved
}

/** Ends orders that wait for nothing any more. */
export const expireApprovals: TaskRunner = async (app) => {
  const { db } = app.database
  const set = await parametersOf(db, ['approval.validDays', 'resubmit.withinDays'])
  const days = { approval: set['approval.validDays'], resubmission: set['resubmit.withinDays'] }
  const now = app.clock.now()
  const day = today(app.clock, now)
  const waiting = loanFlow.from('expire')
  const as = 'expireApprovals'
  const one = async (id: IdOf<'loan'>) => async (tx: Db) => {
    const loan = await lockLoan(tx, id)
    const until = loan && waiting.includes(loan.state) ? lastDayOf(loan, days, app) : null
    if (!loan || !until || day <= until) return false
    await transition(tx, loan, 'expire', { actor: as, now, reason: `valid until ${until}`, along: { closedAt: now } })
    return true
  }
  const old = sql`${loanRows.decidedAt} < ${now.toISOString()}::timestamptz - interval '1 day'`
  return forEachRow({ as, next: nextIn(waiting, old), one }, app)
}
