import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Reader } from '#contract/kernel/query/reader.ts'
import { nounOf } from '#src/call/call.ts'
import { say, word } from '#src/locale/text.ts'
import { session } from '#src/session/session.ts'

/** The country whose clock and currency the console shows. */
export const country = () => session.user?.country ?? 'IN'

/** What a field of a listing is called, in the language of the screen. */
export const labelOf = (listing: Listing, name: string): string => say(`${nounOf(listing)}.${name}`)

const choiceLabels = ({ choices = [], of }: Field): Readonly<Record<string, string>> =>
  Object.fromEntries(choices.map((value) => [value, word(of ?? '', value)]))

/** How filter lines over a listing are read on this screen. Made anew where the language changes. */
export const readerOf = (listing: Listing): Required<Reader> => ({
  fields: listing.fields.filter(({ name }) => listing.filter.includes(name)),
  sortable: listing.sort,
  searchable: listing.search,
  currency: countries[country()].currency,
  words: {
    fields: Object.fromEntries(listing.fields.map(({ name }) => [name, labelOf(listing, name)])),
    choices: choiceLabels,
  },
})
