import { desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Difference, TermsPart } from '#contract/products/calls.ts'
import { extensionFields, levelFields, penaltyFields, type TermField } from '#contract/products/fields.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { StoredTerms } from './store.ts'
import { productTermRows } from './store.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldsOf: Readonly<Record<TermsPart, readonly TermField[]>> = {
  quota: levelFields,
  penalty: penaltyFields,
  extension: extensionFields,
}

const written = ({ field, cell }: TermField, value: Fields | undefined, currency: Currency): string | null =>
  value ? cell.write(value[field] as never, currency) : null // as its own schema has it

/** What differs between two versions of one level, or of a part that has none. */
const differences = (
  part: TermsPart,
  level: number | null,
  pair: [Fields | undefined, Fields | undefined],
  of: Currency,
) =>
  fieldsOf[part]
    .map((field): Difference => {
      const [before, after] = pair.map((value) => written(field, value, of))
      return { level, field: field.field, before: before ?? null, after: after ?? null }
    })
    .filter(({ before, after }) => before !== after)

const levelsIn = (value: unknown) => value as readonly (Fields & { readonly level: number })[] // stored as levels

/** What differs between two versions of a part. Nothing before the first one. */
function changesOf(before: StoredTerms | undefined, after: StoredTerms, currency: Currency): Difference[] {
  const { part } = after
  if (!before) return []
  if (part !== 'quota') {
    const pair: [Fields, Fields] = [before.value as unknown as Fields, after.value as unknown as Fields] // objects
    return differences(part, null, pair, currency)
  }
  const [was, is] = [levelsIn(before.value), levelsIn(after.value)]
  const numbers = [...new Set([...was, ...is].map(({ level }) => level))].sort((a, b) => a - b)
  return numbers.flatMap((level) => {
    const of = (levels: typeof was) => levels.find((one) => one.level === level)
    return differences(part, level, [of(was), of(is)], currency)
  })
}

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
      changes: changesOf(before, row, currency),
    }
  })
}
