import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { remarkIn } from '#contract/ai-outcomes.ts'
import { contactResults, isCustomerAnswer } from '#contract/follow-up-rules.ts'
import type { FollowUp } from '#contract/follow-ups.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { maskedLastFour } from '#contract/kernel/mask.ts'
import type { IdOf, Masked } from '#contract/kernel/values.ts'
import { type Promised, promise } from '#contract/promises.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { promiseSource } from '#server/modules/promises/source.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { followUpRows } from '../store.ts'

/** So many of the latest are shown. */
const shownMax = 200

/** What came of contacting the customer of an order, the latest first. */
export async function followUpsOf(tx: Db, loanId: IdOf<'loan'>, t: Translate): Promise<FollowUp[]> {
  const rows = await tx
    .select({ row: followUpRows, collector: staffRows.name })
    .from(followUpRows)
    .leftJoin(staffRows, eq(staffRows.id, followUpRows.collectorId))
    .where(eq(followUpRows.loanId, loanId))
    .orderBy(desc(followUpRows.at), desc(followUpRows.id))
    .limit(shownMax)
  return rows.map(({ row, collector }) => ({
    ...{ id: row.id, caseId: row.caseId, at: toInstant(row.at), way: row.way, number: row.number },
    ...{ result: row.result, willingness: row.willingness, nextAt: toInstant(row.nextAt), remark: remarkIn(row, t) },
    collector: row.collectorId && { id: row.collectorId, name: collector ?? row.collectorId },
    phone: maskedLastFour('phone', row.phoneTail) as Masked, // masked here
    relation: row.relation as FollowUp['relation'], // as the number had it
  }))
}

/** Every promise about an order, whoever took it, the one for the latest day first. */
export const promisesOf = (loanId: IdOf<'loan'>, { tx, actor, app }: Pick<Context, 'tx' | 'actor' | 'app'>) =>
  findMany<Promised>(
    tx,
    { source: promiseSource, fields: promise.fields },
    {
      where: sql`${promiseRows.loanId} = ${loanId}`,
      order: sql`${promiseRows.promisedFor} desc, ${promiseRows.id} desc`,
    },
    { actor, scopes: ['all'], app }, // whoever sees the case sees them
  )

/** When a customer last answered by themselves, about any order of theirs. */
export async function lastAnswerOf(tx: Db, customerId: IdOf<'customer'>) {
  const answers = contactResults.filter(isCustomerAnswer)
  const [last] = await tx
    .select({ at: followUpRows.at, way: followUpRows.way })
    .from(followUpRows)
    .where(and(eq(followUpRows.customerId, customerId), inArray(followUpRows.result, answers)))
    .orderBy(desc(followUpRows.at))
    .limit(1)
  return last ? { at: toInstant(last.at), way: last.way } : null
}
