import { headings } from 'virtual:headings'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { queryFieldsOf, revealRight } from '#contract/kernel/personal-data.ts'
import {
  type Joint,
  joints,
  type Keyword,
  keywords,
  nearDays,
  type QueryContext,
} from '#contract/kernel/query/context.ts'
import { nounOf } from '#src/call/call.ts'
import { choicesOf } from '#src/locale/choices.ts'
import { country } from '#src/locale/country.ts'
import { say, word } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'

/** What a field of a listing is called, in the language of the screen. */
export const labelOf = (listing: Listing, name: string): string => say(`${nounOf(listing)}.${name}`)

const choiceLabels = (field: Field): Readonly<Record<string, string>> =>
  Object.fromEntries(choicesOf(field).map((value) => [value, word(field.of ?? '', value)]))

/** A field with the choices there are now: dictionaries change. */
const withChoices = (field: Field): Field => (field.choices ? { ...field, choices: choicesOf(field) } : field)

const keywordLabels = <Word extends Keyword | Joint>(words: readonly Word[]) =>
  Object.fromEntries(words.map((one) => [one, say(`query.keyword.${one}`)])) as Record<Word, string> // each of them

/** How filter lines over a listing are read on this screen. Made anew where the language or a dictionary changes. */
export const queryReaderOf = (listing: Listing): Required<QueryContext> => ({
  ...queryFieldsOf({ ...listing, fields: listing.fields.map(withChoices) }, may(revealRight)),
  currency: countries[country()].currency,
  words: {
    fields: Object.fromEntries(listing.fields.map(({ name }) => [name, labelOf(listing, name)])),
    choices: choiceLabels,
    keywords: keywordLabels(keywords),
    joints: keywordLabels(joints),
    days: Object.fromEntries([...nearDays.keys()].map((day) => [day, say(`query.${day}`)])),
    aliases: Object.fromEntries(listing.fields.map(({ name }) => [name, headings[`${nounOf(listing)}.${name}`] ?? []])),
  },
})
