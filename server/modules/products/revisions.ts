import { desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { TermsPart } from '#contract/products/calls.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { differencesOf } from './steps/differences.ts'
import { productTermRows } from './store.ts'

/** Every version of every part of a product's terms, newest first. What was refused changed nothing. */
export async function revisionsOf(tx: Db, productId: IdOf<'product'>, today: LocalDate, currency: Currency) {
  const rows = await tx
    .select()
    .from(productTermRows)
    .where(eq(productTermRows.productId, productId))
    .orderBy(desc(productTermRows.effectiveFrom), desc(productTermRows.id))
  const passed = rows.filter(({ state }) => state === 'passed')
  const counting = (part: TermsPart) => passed.find((row) => row.part === part && row.effectiveFrom <= today)
  return rows.map((row, i) => {
    const before = rows.slice(i + 1).find(({ part, state }) => part === row.part && state === 'passed')
    const { id, part, effectiveFrom, madeBy, madeAt, state, checkedBy, decidedAt, note } = row
    return {
      ...{ id, part, effectiveFrom, madeBy, madeAt: toInstant(madeAt), state, checkedBy, note },
      decidedAt: decidedAt && toInstant(decidedAt),
      inForce: counting(part) === row,
      changes: differencesOf(before?.value, row, currency),
    }
  })
}
