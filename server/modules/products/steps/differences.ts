import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import type { Difference, TermsPart } from '#contract/products/calls.ts'
import { extensionFields, levelFields, penaltyFields, type TermField } from '#contract/products/fields.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { StoredTerms } from '#server/modules/products/store.ts'

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

/** A version of a part of a product's terms, as far as others are compared with it. */
type Version = Pick<StoredTerms, 'part' | 'value'>

/** What differs between two versions of a part. Nothing before the first one. */
export function differencesOf(before: StoredTerms['value'] | undefined, after: Version, currency: Currency) {
  const { part, value } = after
  if (!before) return []
  if (part !== 'quota') {
    return differences(part, null, [before as Fields, value as Fields], currency) // only levels are a list
  }
  const [was, is] = [levelsIn(before), levelsIn(value)]
  const numbers = [...new Set([...was, ...is].map(({ level }) => level))].sort((a, b) => a - b)
  return numbers.flatMap((level) => {
    const of = (levels: typeof was) => levels.find((one) => one.level === level)
    return differences(part, level, [of(was), of(is)], currency)
  })
}

/** Terms that wait for a second person: those that are in force, none at first, and those that are asked for. */
export interface WaitingTerms {
  readonly inForce: StoredTerms['value'] | null
  readonly asked: Version & { readonly effectiveFrom: LocalDate }
}

/** Says what would change: `Penalty 2026-12-01: Days of grace: 1 → 2; Cap, % of principal: 50 → 40`. */
export function describeDifferences({ inForce, asked }: WaitingTerms, currency: Currency, t: Translate): string {
  const value = (field: string, text: string | null) => {
    const { words } = fieldsOf[asked.part].find((one) => one.field === field)!.cell
    return text === null || text === '' ? '–' : words ? t(`${words.of}.${text}`) : text
  }
  const one = ({ level, field, before, after }: Difference) => {
    const of = level === null ? '' : `${t('products.levelOf', { level })} · `
    return `${of}${t(`products.${asked.part}.${field}`)}: ${value(field, before)} → ${value(field, after)}`
  }
  const changes = differencesOf(inForce ?? undefined, asked, currency).map(one)
  return `${t(`products.part.${asked.part}`)} ${asked.effectiveFrom}${changes.length > 0 ? `: ${changes.join('; ')}` : ''}`
}
