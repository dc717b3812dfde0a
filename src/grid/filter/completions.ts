import { useEffect, useState } from 'react'
import { isPersonal } from '#contract/kernel/field.ts'
import { type Completion, complete } from '#contract/kernel/query/complete.ts'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import { filterSuggestions, type Suggestion } from '#contract/kernel/query/suggest.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchFieldKeys, fetchFrequentValues } from '../model/listing-calls.ts'

/** Autocompletion item: something that may be taken, with how many rows have it where the server counted. */
export interface CompletionItem {
  readonly suggestion: Suggestion
  readonly count: number | null
}

/** How long typing rests before the server is asked for values. */
const restMs = 120

/** As many keys of a field are offered. */
const keysMax = 20

const suggested = (value: string, label: string): Suggestion => ({ text: quoteValue(value), label, role: 'choice' })

/** Values that a field may have and that begin so: its keys, where they are known, else the most frequent ones. */
async function valuesOf({ grid, listing }: GridModel, field: string, prefix: string, signal: AbortSignal) {
  const keys = await fetchFieldKeys(grid, field)
  if (keys) {
    const all = keys.map(({ value, label }) => suggested(value, label))
    return filterSuggestions(all, prefix)
      .slice(0, keysMax)
      .map((suggestion): CompletionItem => ({ suggestion, count: null }))
  }
  const { values } = await fetchFrequentValues(listing, { q: '', field, prefix }, signal)
  return values.map(({ value, label, count }): CompletionItem => ({ suggestion: suggested(value, label), count }))
}

/** Values of the field under the caret that the server knows. None of fields that identify a person. */
function useKnownValues(model: GridModel, { wants }: Completion, open: boolean): readonly CompletionItem[] {
  const [found, setFound] = useState<readonly CompletionItem[]>([])
  const field = model.reader.fields.find(({ name }) => name === wants?.field)
  const asked = open && wants && field && !isPersonal(field) ? wants : null
  const [name, prefix] = [asked?.field ?? null, asked?.prefix ?? '']
  useEffect(() => {
    setFound([])
    if (name === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // what is known without the server is offered in any case
      const values = await valuesOf(model, name, prefix, abort.signal).catch(() => null)
      if (values && !abort.signal.aborted) setFound(values)
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
  const values = useKnownValues(model, completion, open)
  const known = completion.suggestions.map((suggestion): CompletionItem => ({ suggestion, count: null }))
  const offers = open ? [...known, ...values] : []
  return { completion, offers }
}

/** The line with an offer taken, and where the caret is then. */
export function acceptCompletion(line: string, { from, to, typing }: Completion, { suggestion }: CompletionItem) {
  const ends = typing.what === 'value' || suggestion.role === 'sort' || suggestion.role === 'choice'
  const text = suggestion.text + (ends && !/^\s/.test(line.slice(to)) ? ' ' : '')
  return { line: line.slice(0, from) + text + line.slice(to), caret: from + text.length }
}
