import { desc, eq } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { productTermRows } from './store.ts'

type Row = typeof productTermRows.$inferSelect

const flat = (value: unknown, path = ''): [string, string][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, part]) => flat(part, path ? `${path}.${name}` : name))
    : [[path, String(value)]]

/** What differs between two versions: `0.serviceRatePpm: 150000 → 120000`. Nothing before the first one. */
function changesOf(before: Row | undefined, after: Row): string {
  if (!before) return ''
  const [was, is] = [new Map(flat(before.value)), new Map(flat(after.value))]
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name))
  return names.map((name) => `${name}: ${was.get(name) ?? '–'} → ${is.get(name) ?? '–'}`).join('; ')
}

/** Every version of every part of a product's terms, newest first. */
export async function revisionsOf(tx: Db, productId: IdOf<'product'>, today: LocalDate) {
  const rows = await tx
    .select()
    .from(productTermRows)
    .where(eq(productTermRows.productId, productId))
    .orderBy(desc(productTermRows.effectiveFrom), desc(productTermRows.id))
  const counting = (part: Row['part']) => rows.find((row) => row.part === part && row.effectiveFrom <= today)
  return rows.map((row, i) => {
    const before = rows.slice(i + 1).find(({ part }) => part === row.part)
    const { id, part, effectiveFrom, madeBy, madeAt } = row
    const changes = changesOf(before, row)
    return { id, part, effectiveFrom, madeBy, madeAt: toInstant(madeAt), changes, inForce: counting(part) === row }
  })
}
