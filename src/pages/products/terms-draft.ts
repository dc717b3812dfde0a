import type { z } from 'zod'
import type { Currency } from '#contract/kernel/values.ts'
import type { TermField } from '#contract/products/fields.ts'

/** The fields of a part of a product's terms, as they are typed. */
export type TermsDraft = Readonly<Record<string, string>>
/** What is wrong with a draft, by field: keys below `issues`. */
export type TermsProblems = Readonly<Record<string, string>>

/** The text of every field of `value`. */
export const termsDraftOf = (fields: readonly TermField[], value: object, currency: Currency): TermsDraft =>
  Object.fromEntries(
    fields.map(({ field, cell }) => [field, cell.write((value as Record<string, never>)[field]!, currency)]), // by its schema
  )

/** What a draft says, held to its schema; else what is wrong with it. */
export function parseTermsDraft<Value>(
  draft: TermsDraft,
  { fields, schema }: { readonly fields: readonly TermField[]; readonly schema: z.ZodType<Value> },
  currency: Currency,
): { readonly value: Value } | { readonly problems: TermsProblems } {
  const read = fields.map(({ field, cell, blank }) => {
    const typed = (draft[field] ?? '').trim()
    if (typed === '') return [field, blank === undefined ? { problem: 'required' } : { value: blank }] as const
    return [field, cell.read(typed, currency)] as const
  })
  const wrong = read.flatMap(([field, got]) => ('problem' in got ? [[field, got.problem] as const] : []))
  if (wrong.length > 0) return { problems: Object.fromEntries(wrong) }
  const parsed = schema.safeParse(Object.fromEntries(read.map(([field, got]) => [field, 'value' in got && got.value])))
  if (parsed.success) return { value: parsed.data }
  // a rule of its own has words of its own; what else a schema finds wrong is a value out of bounds
  const found = parsed.error.issues.map(({ path, code, message }) => [
    String(path[0] ?? fields[0]!.field),
    code === 'custom' ? message : 'invalid',
  ])
  return { problems: Object.fromEntries(found) }
}
