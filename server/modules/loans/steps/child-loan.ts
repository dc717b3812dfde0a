import { type SQL, sql } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ChildOrder } from '#contract/loans/extension.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { loan } from '#contract/loans/row.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { addPlans } from '#server/modules/plans/steps/plans.ts'
import type { StoredLoan } from '../store.ts'
import type { Cause } from './transition.ts'

/** How often the debt of an order was extended before, all its parents counted. */
export async function timesExtended(tx: Db, loanId: IdOf<'loan'>): Promise<number> {
  const of = (id: SQL) => sql`select id, parent_id from ${loanRows} where id = ${id}`
  const [row] = await rowsOf<{ times: number }>(
    tx,
    sql`with recursive line as (${of(sql`${loanId}`)} union all
          select l.id, l.parent_id from ${loanRows} l join line on l.id = line.parent_id)
        select count(*)::int - 1 as times from line`,
  )
  return row!.times
}

/** The order in which an extended debt lives on: nothing is paid out, and it is owed from its first moment. */
export async function addChildLoan(
  tx: Db,
  parent: StoredLoan,
  { amountMinor, receivedMinor, terms, plan }: ChildOrder,
  { cause, clock }: { readonly cause: Cause } & Pick<AppContext, 'clock'>,
): Promise<IdOf<'loan'>> {
  const { now: at, actor } = cause
  const day = businessDate(toInstant(at), clock.country)
  const id = await newId(tx, loan.ids, day)
  const { customerId, productId, departmentId, ordinal, currency, app, channel, cardId } = parent
  await tx.insert(loanRows).values({
    ...{ id, customerId, productId, departmentId, ordinal, currency, app, channel, cardId, terms },
    ...{ state: codes.awaitingRepayment, kind: 'extension', parentId: parent.id },
    ...{ amountMinor, receivedMinor, feeMinor: 0, gstMinor: 0, interestMinor: plan.charged.interest },
    ...{ appliedAt: at, disbursedAt: at, dueDate: plan.dueDate },
  })
  await addPlans(tx, { id, currency }, [plan], { day, at })
  const begun = { loanId: id, fromState: null, toState: codes.awaitingRepayment, event: 'extend', actor, at }
  await tx.insert(loanStateRows).values(begun)
  return id
}
