import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, gte, sql } from 'drizzle-orm'
import type { LocalDate } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import type { PenaltyTerms } from '#contract/loans/terms.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { asRefusal, setSessionVariables } from '#server/kernel/base/transaction.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import type { AppContext, Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow, together } from '#server/kernel/jobs/for-each-row.ts'
import { cureArrears, lateJob, type OverdueLoan, processOverdue } from './steps/overdue.ts'
import { loanRows, type StoredLoan } from './store.ts'

/** So many orders are seen to in one transaction: few enough that whoever pays one of them waits for moments only. */
const atOnce = { embedded: 250, server: 2_000 }
/** How many transactions are under way at once. The embedded database has one connection. */
const lanes = { embedded: 1, server: 2 }

interface OverdueRow extends Omit<OverdueLoan, 'penalty'> {
  /** The penalty terms as text: orders of a product share them. */
  readonly penalty: string
}
/** Where a pass has come to, in the order of due dates. */
interface KeysetPosition {
  readonly dueDate: LocalDate
  readonly id: string
}

/** Codes in which days past due count: also while a payment is under way, unless the debt was called bad before it. */
const isOwed = sql`(state in (${codes.awaitingRepayment}, ${codes.overdue})
  or (state = ${codes.repaymentProcessing} and came_from is distinct from ${codes.badDebt}))`

/** The next orders past due, locked but for those that somebody else holds: a later pass gets them. */
function nextOverdue(tx: Db, after: KeysetPosition | null, day: LocalDate, limit: number): Promise<OverdueRow[]> {
  const behind = after ? sql`and (due_date, id) > (${after.dueDate}::date, ${after.id})` : sql``
  return rowsOf<OverdueRow>(
    tx,
    sql`select id, state, due_date::text as "dueDate", (terms -> 'penalty')::text as penalty from ${loanRows}
        where due_date < ${day} and ${isOwed} ${behind}
          order by due_date, id limit ${limit} for update skip locked`,
  )
}

/** Terms that were read before, by their text. */
const termsRead = new Map<string, PenaltyTerms>()
const termsFrom = (text: string): PenaltyTerms => {
  const known = termsRead.get(text) ?? (JSON.parse(text) as PenaltyTerms) // stored as terms
  termsRead.set(text, known)
  return known
}
const withTerms = (order: OverdueRow): OverdueLoan => ({ ...order, penalty: termsFrom(order.penalty) })

const notSeen = { done: 0, seen: 0 }

/** Goes once through everything past due, in several transactions at once. Answers how many were seen, and changed. */
async function runPass(day: LocalDate, app: AppContext): Promise<{ done: number; seen: number }> {
  const { db, kind } = app.database
  const sums = { ...notSeen }
  let [place, over] = [null as KeysetPosition | null, false]
  // whoever takes orders says first how far they reach, so that the next one takes those behind
  let turn: Promise<unknown> = Promise.resolve()
  const take = (tx: Db) => {
    const mine = turn.then(() => nextOverdue(tx, place, day, atOnce[kind]))
    const reached = (orders: readonly OverdueRow[]) => {
      const last = orders.at(-1)
      if (last) place = { dueDate: last.dueDate, id: last.id }
      over ||= !last
    }
    turn = mine.then(reached, () => {})
    return mine
  }
  const step = (tx: Db) =>
    setSessionVariables(tx, lateJob, 'lists')
      .then(() => take(tx))
      .then(async (orders) => ({
        seen: orders.length,
        done: orders.length > 0 ? await processOverdue(tx, orders.map(withTerms), day, app) : 0,
      }))
  const lane = async () => {
    while (!over) {
      const { done, seen } = await db.transaction(step).catch(orBusy)
      await yieldToEventLoop()
      sums.done += done
      sums.seen += seen
    }
  }
  await Promise.all(Array.from({ length: lanes[kind] }, lane))
  return sums
}

/** Orders that somebody else holds are seen to in the next pass; anything else that goes wrong is a defect. */
function orBusy(error: unknown): typeof notSeen {
  if (asRefusal(error)) return notSeen
  throw error
}

async function countOverdue(db: Db, day: LocalDate): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${loanRows} where due_date < ${day} and ${isOwed}`,
  )
  return row!.count
}

/** Cures orders that are called overdue and are not: before, what settled their arrears left them so. */
const cureStranded = (day: LocalDate, app: AppContext): Promise<Tally> =>
  forEachRow<StoredLoan['id']>(
    {
      as: lateJob,
      async next(db, after) {
        const stranded = and(eq(loanRows.state, codes.overdue), gte(loanRows.dueDate, day))
        const behind = after ? and(stranded, gt(loanRows.id, after)) : stranded
        const rows = await db.select({ id: loanRows.id }).from(loanRows).where(behind).orderBy(loanRows.id).limit(500)
        return rows.map(({ id }) => id)
      },
      one: async (id) => async (tx) =>
        (await cureArrears(tx, id, { actor: lateJob, now: app.clock.now() }, app)) === codes.awaitingRepayment,
    },
    app,
  )

const passesMax = 3
const pauseMs = 1_000

/**
 * The day begins: what is past due is charged its penalties, becomes overdue and goes to collection, and in the end is bad
 * debt. Days without a run are caught up; running it again does nothing.
 */
export const doLate: TaskRunner = async (app): Promise<Tally> => {
  const day = today(app.clock, app.clock.now())
  let [done, left] = [0, await countOverdue(app.database.db, day)]
  for (let passes = 1; left > 0 && passes <= passesMax; passes++) {
    if (passes > 1) await pause(pauseMs)
    const passed = await runPass(day, app)
    done += passed.done
    left = Math.max(0, (await countOverdue(app.database.db, day)) - passed.seen)
  }
  return together({ done, refused: left }, await cureStranded(day, app))
}
