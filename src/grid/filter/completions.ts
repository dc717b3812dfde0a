import { useEffect, useState } from 'react'
import { isPersonal } from '#contract/kernel/field.ts'
import { type Completion, complete } from '#contract/kernel/query/complete.ts'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import type { Suggestion } from '#contract/kernel/query/suggest.ts'
import type { GridModel } from '../model/grid-model.ts'
import { type FrequentValue, fetchFrequentValues } from '../model/listing-calls.ts'

/** Autocompletion item: something that may be taken, with how many rows have it where the server counted. */
export interface CompletionItem {
  readonly suggestion: Suggestion
  readonly count: number | null
}

/** How long typing rests before the server is asked for values. */
const restMs = 120

const frequentItem = ({ value, label, count }: FrequentValue): CompletionItem => ({
  suggestion: { text: quoteValue(value), label, role: 'choice' },
  count,
})

/** Values of the field under the caret that the server finds most often. None of fields that identify a person. */
function useFrequent(model: GridModel, { wants }: Completion, open: boolean): readonly FrequentValue[] {
  const [found, setFound] = useState<readonly FrequentValue[]>([])
  const field = model.reader.fields.find(({ name }) => name === wants?.field)
  const asked = open && wants && field && !isPersonal(field) ? wants : null
  const [name, prefix] = [asked?.field ?? null, asked?.prefix ?? '']
  useEffect(() => {
    setFound([])
    if (name === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // what is known without the server is offered in any case
      const answer = await fetchFrequentValues(model.listing, { q: '', field: name, prefix }, abort.signal).catch(
        () => null,
      )
      if (answer) setFound(answer.values)
    }, restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [model, name, prefix])
  return found
}

/** What may stand at the caret of a line, best first. */
export function useCompletions(model: GridModel, line: string, caret: number, open: boolean) {
  const completion = complete(line, caret, model.reader)
  const frequent = useFrequent(model, completion, open)
  const known = completion.suggestions.map((suggestion): CompletionItem => ({ suggestion, count: null }))
  const offers = open ? [...known, ...frequent.map(frequentItem)] : []
  return { completion, offers }
}

/** The line with an offer taken, and where the caret is then. */
export function acceptCompletion(line: string, { from, to, typing }: Completion, { suggestion }: CompletionItem) {
  const ends = typing.what === 'value' || suggestion.role === 'sort' || suggestion.role === 'choice'
  const text = suggestion.text + (ends && !/^\s/.test(line.slice(to)) ? ' ' : '')
  return { line: line.slice(0, from) + text + line.slice(to), caret: from + text.length }
}
