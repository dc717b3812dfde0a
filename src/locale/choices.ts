import type { Field } from '#contract/kernel/field.ts'
import { type Code, type Tone, vocabularies } from '#contract/kernel/vocabulary.ts'
import { wordsOf } from './words.ts'

type ChoiceField = Pick<Field, 'of' | 'offers' | 'open' | 'choices' | 'tones'>

const dictionaryOf = ({ of = '', offers }: ChoiceField): string => offers ?? of

/** In the order of the administrator; without one, in that of the product. */
function inOrder(dictionary: string, codes: readonly Code[]): readonly Code[] {
  const words = wordsOf(dictionary)
  if (!words) return codes
  const declared = vocabularies.get(dictionary)?.codes ?? []
  const placeOf = (code: Code) => words.get(String(code))?.sort ?? declared.indexOf(code) + 1
  return codes.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Every code that rows may have in a field, those of disabled entries too, in order. */
export function choicesOf(field: ChoiceField): readonly Code[] {
  const dictionary = dictionaryOf(field)
  const first = field.offers ? (vocabularies.get(dictionary)?.codes ?? []) : (field.choices ?? [])
  const isOpen = field.open || field.offers !== undefined
  const added = isOpen ? [...(wordsOf(dictionary)?.keys() ?? [])].filter((code) => !first.includes(code)) : []
  return inOrder(dictionary, [...first, ...added])
}

/** The codes that can be chosen now, in order. */
export function offeredChoices(field: ChoiceField): readonly Code[] {
  const words = wordsOf(dictionaryOf(field))
  return choicesOf(field).filter((code) => words?.get(String(code))?.offered !== false)
}

/** The tone of each code of a field; of those without one, nothing. */
export function tonesOf(field: ChoiceField): Readonly<Record<string, Tone>> {
  const { tones = {} } = field
  const words = wordsOf(dictionaryOf(field))
  if (!words) return tones
  const kept = Object.entries(tones).filter(([code]) => !words.has(code))
  const own = [...words.values()].flatMap(({ code, tone }) => (tone === 'none' ? [] : [[code, tone as Tone] as const])) // as the server has it
  return Object.fromEntries([...kept, ...own])
}
