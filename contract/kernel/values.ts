import { z } from 'zod'
import { decimals } from './countries.ts'
import { annotate } from './field.ts'
import { declareVocabulary, type Tone } from './vocabulary.ts'

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
/** A month, kept as its first day. */
export const Month = annotate({ kind: 'date', unit: 'month' }, LocalDate.clone())

/** Time of day, on the clock of the operating country: `09:30`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** A rate in parts per million: 1 % is 10,000. */
export const Rate = annotate({ kind: 'rate' }, z.int().min(0).brand<'Rate', 'inout'>())
export type Rate = z.output<typeof Rate>

/** How long something took, in whole seconds. */
export const Seconds = annotate({ kind: 'count', unit: 'seconds' }, z.int())

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

/** What a bank or a provider says, in its own words: shown as it is, and marked so. */
export const Quoted = annotate({ kind: 'text', quoted: true }, z.string())

/** The same, or the key of a text below `of` where nobody has said anything: people read that in their language. */
export const QuotedOrKey = (of: string) => annotate({ kind: 'text', of, quoted: true }, z.string())

/** Text in one language, whoever reads it. `lang` by BCP 47. */
export const TextIn = (lang: string) => annotate({ kind: 'text', lang }, z.string())
/** Text in the language that another field of its row says. */
export const TextInLanguageOf = (langField: string) => annotate({ kind: 'text', langField }, z.string())

/** Why somebody did something: their own words, or the key of a reason that was offered, read in anybody's language. */
export const ReasonText = () => TextKey('reasons')
/**
 * Free text for a reason that some are offered for, to be chosen by one key. Their keys are the entries of the dictionary
 * `reasons.<occasion>`, of which these are the first; their texts stand under `reasons.<key>`, whatever the occasion.
 */
export const offering = (schema: z.ZodString, occasion: string, first: readonly string[]): z.ZodString => {
  const offers = `reasons.${occasion}`
  declareVocabulary(offers, first, { codesOf: 'open', labels: 'reasons' })
  return annotate({ kind: 'text', of: 'reasons', offers }, schema.clone())
}

/**
 * One word or code of a closed set. `vocabulary` is the text key its labels stand under:
 * `loans.state` has `loans.state.31`.
 */
export const Choice = <const Value extends string | number>(
  vocabulary: `${string}.${string}`,
  values: readonly [Value, ...Value[]],
  tones?: Readonly<Partial<Record<Value, Tone>>>,
) => {
  const toned = (tones ?? {}) as Readonly<Record<string, Tone>> // by the values above
  declareVocabulary(vocabulary, values, { tones: toned })
  return annotate({ kind: 'choice', of: vocabulary, tones: toned }, z.literal([...values]))
}

const entryCodeMax = 30
/** How a code is written that staff add to a dictionary: `chargeback`. */
export const EntryCode = z
  .string()
  .trim()
  .max(entryCodeMax)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)

/**
 * Reference to a dictionary entry, by its code: one of a set that staff keep, of which `first` come with the product.
 * Its label stands under `vocabulary`, as that of a choice does.
 */
export const Entry = <const First extends string>(
  vocabulary: `${string}.${string}`,
  first: readonly [First, ...First[]],
) => {
  declareVocabulary(vocabulary, first, { codesOf: 'open' })
  // whatever is no entry is refused by whoever knows the dictionary
  const schema = EntryCode as unknown as z.ZodType<EntryOf<First>, EntryOf<First>>
  return annotate({ kind: 'choice', of: vocabulary, open: true }, schema.clone())
}
/** The code of an entry: one that comes with the product, or one that staff have added. */
type EntryOf<First extends string> = First | (string & z.$brand<'Entry'>)
