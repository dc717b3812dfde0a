import { headings } from 'virtual:headings'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { queryFieldsOf, revealRight } from '#contract/kernel/personal-data.ts'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import { nounOf } from '#src/call/call.ts'
import { country } from '#src/locale/country.ts'
import { say, word } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'

/** What a field of a listing is called, in the language of the screen. */
export const labelOf = (listing: Listing, name: string): string => say(`${nounOf(listing)}.${name}`)

const choiceLabels = ({ choices = [], of }: Field): Readonly<Record<string, string>> =>
  Object.fromEntries(choices.map((value) => [value, word(of ?? '', value)]))

/** How filter lines over a listing are read on this screen. Made anew where the language changes. */
export const queryReaderOf = (listing: Listing): Required<QueryContext> => ({
  ...queryFieldsOf(listing, may(revealRight)),
  currency: countries[country()].currency,
  words: {
    fields: Object.fromEntries(listing.fields.map(({ name }) => [name, labelOf(listing, name)])),
    choices: choiceLabels,
    aliases: Object.fromEntries(listing.fields.map(({ name }) => [name, headings[`${nounOf(listing)}.${name}`] ?? []])),
  },
})
