import { useEffect, useState } from 'react'
import { personal } from '#contract/kernel/field.ts'
import { type Completion, complete } from '#contract/kernel/query/complete.ts'
import { valueText } from '#contract/kernel/query/quote.ts'
import type { Suggestion } from '#contract/kernel/query/suggest.ts'
import { type Frequent, fetchFrequent } from '../calls.ts'
import type { Sheet } from '../sheet.ts'

/** Something that may be taken, with how many rows have it where the server counted. */
export interface Offer {
  readonly suggestion: Suggestion
  readonly count: number | null
}

/** How long typing rests before the server is asked for values. */
const restMs = 120

const frequentOffer = ({ value, label, count }: Frequent): Offer => ({
  suggestion: { text: valueText(value), label, role: 'choice' },
  count,
})

/** Values of the field under the caret that the server finds most often. None of fields that identify a person. */
function useFrequent(sheet: Sheet, { wants }: Completion, open: boolean): readonly Frequent[] {
  const [found, setFound] = useState<readonly Frequent[]>([])
  const field = sheet.reader.fields.find(({ name }) => name === wants?.field)
  const asked = open && wants && field && !personal(field) ? wants : null
  const [name, prefix] = [asked?.field ?? null, asked?.prefix ?? '']
  useEffect(() => {
    setFound([])
    if (name === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // what is known without the server is offered in any case
      const answer = await fetchFrequent(sheet.listing, { q: '', field: name, prefix }, abort.signal).catch(() => null)
      if (answer) setFound(answer.values)
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sheet, name, prefix])
  return found
}

/** What may stand at the caret of a line, best first. */
export function useOffers(sheet: Sheet, line: string, caret: number, open: boolean) {
  const completion = complete(line, caret, sheet.reader)
  const frequent = useFrequent(sheet, completion, open)
  const known = completion.suggestions.map((suggestion): Offer => ({ suggestion, count: null }))
  const offers = open ? [...known, ...frequent.map(frequentOffer)] : []
  return { completion, offers }
}

/** The line with an offer taken, and where the caret is then. */
export function taken(line: string, { from, to, typing }: Completion, { suggestion }: Offer) {
  const ends = typing.what === 'value' || suggestion.role === 'sort' || suggestion.role === 'choice'
  const text = suggestion.text + (ends && !/^\s/.test(line.slice(to)) ? ' ' : '')
  return { line: line.slice(0, from) + text + line.slice(to), caret: from + text.length }
}
