import { z } from 'zod'
import { decimals } from './countries.ts'
import { annotate, type Tone } from './field.ts'

export type Currency = keyof typeof decimals
export const Currency = z.enum(Object.keys(decimals) as [Currency, ...Currency[]])

/** An exact amount: whole `minor` units (paise, đồng) of `currency`. Never a fraction, never a float. */
export const Money = annotate(
  { kind: 'money' },
  z.object({ minor: z.int().brand<'Minor', 'inout'>(), currency: Currency }).readonly(),
)
export type Money = z.output<typeof Money>

/** Years that are reckoned with: far from the ends of what databases and libraries know, so that no sum of days leaves it. */
const knownYear = /^[1-8]\d{3}-/

/** A moment in UTC, ISO 8601 with a trailing `Z`: `2026-01-31T09:30:00Z`. */
export const Instant = annotate({ kind: 'instant' }, z.iso.datetime().regex(knownYear).brand<'Instant', 'inout'>())
export type Instant = z.output<typeof Instant>

/** A day of the operating country's calendar, `2026-01-31`. Due dates are days, not moments. */
export const LocalDate = annotate({ kind: 'date' }, z.iso.date().regex(knownYear).brand<'LocalDate', 'inout'>())
export type LocalDate = z.output<typeof LocalDate>

/** A rate in parts per million: 1 % is 10,000. */
export const Rate = annotate({ kind: 'rate' }, z.int().min(0).brand<'Rate', 'inout'>())
export type Rate = z.output<typeof Rate>

/** Counts the writes to one row. A write names the version it was decided on. */
export const Version = z.int().min(1).brand<'Version', 'inout'>()
export type Version = z.output<typeof Version>

/** An id of a `noun`, by its type. */
export type IdOf<Noun extends string> = string & z.$brand<`${Noun}.id`>
/** The identity of one `noun`. Ids of different nouns are different types. */
export const Id = <Noun extends string>(noun: Noun) => {
  const schema = z.string().min(1).max(40).brand<`${Noun}.id`, 'inout'>()
  annotate({ kind: 'id', of: noun }, schema) // a statement: through a generic call the compiler loses the brand
  return schema
}

/** Another record by id, with the name that people know it by. */
export const Ref = <Noun extends string>(noun: Noun) => {
  const schema = z.object({ id: Id(noun), name: z.string() }).readonly()
  annotate({ kind: 'ref', of: noun }, schema)
  return schema
}
export type Ref<Noun extends string = string> = z.output<ReturnType<typeof Ref<Noun>>>

/** A person's name: shown to staff, kept out of URLs and logs. */
export const PersonName = annotate({ kind: 'name' }, z.string().trim().min(1).max(120).brand<'Name', 'inout'>())
export type PersonName = z.output<typeof PersonName>

/** What a masked value was before the server masked it. */
export type Secret = 'phone' | 'email' | 'pan' | 'aadhaar' | 'account' | 'upi'
/** Personal data as the server hands it out: masked. Found by its full value; nothing else of it can be searched. */
export const Masked = (of: Secret) => annotate({ kind: 'masked', of }, z.string().brand<'Masked', 'inout'>())
export type Masked = z.output<ReturnType<typeof Masked>>

/** The key of a text, below `of` where that is not empty: people read the text. */
export const TextKey = (of = '') => annotate({ kind: 'text', of }, z.string())

/**
 * One word or code of a closed set. `vocabulary` is the text key its labels stand under:
 * `loans.state` has `loans.state.31`.
 */
export const Choice = <const Value extends string | number>(
  vocabulary: `${string}.${string}`,
  values: readonly [Value, ...Value[]],
  tones?: Readonly<Partial<Record<Value, Tone>>>,
) =>
  annotate(
    { kind: 'choice', of: vocabulary, tones: (tones ?? {}) as Readonly<Record<string, Tone>> }, // by the values above
    z.literal([...values]),
  )
