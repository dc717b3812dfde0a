import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { parse } from '#contract/kernel/query/parse.ts'
import { personalTerms } from '#contract/kernel/query/tokenize.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import { useLanguage } from '#src/locale/language.ts'
import { applyFilterLine } from '../actions/filter-and-sort.ts'
import { filterLineOf } from '../model/active-filter.ts'
import type { GridModel } from '../model/grid-model.ts'
import { addToFilterHistory, filterHistory } from '../model/local-store.ts'

/** How long typing rests before what was typed is put in force. */
const restMs = 250

/** The filter that is in force, as it stands in the line in the language of the screen. */
function useAppliedLine({ state, reader }: GridModel): string {
  const speaks = useLanguage()
  const { query } = useSnapshot(state).applied
  return useMemo(() => (speaks ? filterLineOf(query as Query, reader) : ''), [speaks, query, reader])
}

/** What stands in the line, and where its caret is. */
function useDraft(model: GridModel) {
  const line = useAppliedLine(model)
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(line)
  const [caret, setCaret] = useState(0)
  const [placed, setPlaced] = useState<{ readonly at: number } | null>(null)
  // as soon as React has written the text: whoever types on at once is not put back
  useLayoutEffect(() => {
    if (placed) input.current?.setSelectionRange(placed.at, placed.at)
  }, [placed])
  // what came from elsewhere (a view, a cell, the address) is shown; what is being typed is left alone
  useEffect(() => {
    if (document.activeElement !== input.current) setDraft(line)
  }, [line])
  const place = (at: number) => {
    setCaret(at)
    setPlaced({ at })
  }
  /** Puts the caret where the next condition is typed. */
  const goOn = () => {
    const text = draft === '' || /\s$/.test(draft) ? draft : `${draft} `
    setDraft(text)
    place(text.length)
  }
  return { input, line, draft, setDraft, caret, setCaret, place, goOn }
}

/** The line that is being typed over a list: it is put in force as soon as nothing is wrong with it. */
export function useFilterLine(model: GridModel) {
  const written = useDraft(model)
  const { line, draft, setDraft, setCaret, place } = written
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const recalled = useRef(-1)
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (text: string, at: number) => {
    setDraft(text)
    setCaret(at)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => applyFilterLine(model, text, 'typing'), restMs)
  }
  /** Puts the line in force for good. Answers whether nothing is wrong with it. */
  const commit = (text = draft): boolean => {
    clearTimeout(timer.current)
    recalled.current = -1
    const { problems, query } = applyFilterLine(model, text, 'applied')
    if (problems.length > 0) return false
    if (text.trim() !== '' && personalTerms(query, model.reader).length === 0)
      addToFilterHistory(model.grid, text.trim())
    return true
  }
  /** Shows what is in force again. */
  const revert = () => {
    clearTimeout(timer.current)
    recalled.current = -1
    setDraft(line)
  }
  /** Goes through the lines that were applied before: `way` 1 to older ones. */
  const recall = (way: 1 | -1) => {
    const lines = filterHistory(model.grid)
    const at = Math.max(-1, Math.min(recalled.current + way, lines.length - 1))
    recalled.current = at
    const text = lines[at] ?? line
    type(text, text.length)
    place(text.length)
  }
  return { ...written, parsed: parse(draft, model.reader), type, commit, revert, recall }
}
