import { type SQL, sql } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Child } from '#contract/loans/extension.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import { type Db, rowsOf } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { newId } from '#server/kernel/ids.ts'
import { addPlans } from '#server/modules/plans/steps.ts'
import type { Cause } from './steps.ts'
import { loanRows, loanStateRows } from './store.ts'

type Stored = typeof loanRows.$inferSelect

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
export async function addChild(
  tx: Db,
  parent: Stored,
  { amountMinor, receivedMinor, terms, plan }: Child,
  { cause, clock }: { readonly cause: Cause } & Pick<Ground, 'clock'>,
): Promise<IdOf<'loan'>> {
  const { now: at, actor } = cause
  const day = businessDate(toInstant(at), clock.country)
  const id = await newId(tx, 'loan', day)
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
