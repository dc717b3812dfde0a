import { useEffect, useRef } from 'react'
import { ref, subscribe } from 'valtio'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import type { MessageId } from '#locales/index.ts'
import { activePage } from '#src/command/active-list.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { shortcutsOf } from '#src/command/shortcuts.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { country } from '#src/locale/country.ts'
import { formatTime } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { canUnfold } from '../actions/fold.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markCount } from '../model/selection.ts'
import { markedSums } from './use-sums.ts'

/** As many commands as have their keys in the status line. */
const commandHints = 3

/** How many of the rows that are marked one by one a folded branch hides. */
const foldedAway = ({ tree, state: { marks } }: GridModel): number =>
  tree && marks.mode === 'ids' ? [...marks.ids].filter((id) => !tree.isShown(id)).length : 0

/** How much is marked, what it comes to, and how much of it the filter does not show. */
export function markedText(model: GridModel, language: string): string[] {
  const { marks, outOfView } = model.state
  const missing = (outOfView ?? 0) + foldedAway(model)
  const count = markCount(marks)
  if (count === 0) return []
  const number = count.toLocaleString(localeOf(language))
  const said = say(marks.mode === 'query' ? 'grid.matching' : 'grid.marked', { count: number })
  const sums = markedSums(model)?.map((sum) => `Σ ${formatMoney(sum, language)}`) ?? []
  return [missing ? `${said}, ${say('grid.outOfView', { count: missing })}` : said, ...sums]
}

/** How a language writes numbers: made once, a held key says one with every row. */
const numbers = new Map<string, Intl.NumberFormat>()
function numbersOf(language: string): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(localeOf(language))
  numbers.set(language, known)
  return known
}

/** When rows were seen, as it was said last: the same with every row. */
let seen = { asOf: '', language: '', text: '' }
function seenText(asOf: string, language: string): string {
  if (seen.asOf !== asOf || seen.language !== language) {
    seen = { asOf, language, text: say('grid.asOf', { time: formatTime(asOf, country()) }) }
  }
  return seen.text
}

/** Where the cursor is, and when what it stands on was seen. */
function placeText({ state, cursor, pages }: GridModel, language: string): string[] {
  const { asOf } = state
  const { count } = pages
  if (pages.length === 0) return []
  const { format } = numbersOf(language)
  const row = format(cursor.row + 1)
  const at = count === null ? say('grid.row', { row }) : say('grid.rowOf', { row, count: format(count) })
  return asOf ? [at, seenText(asOf, language)] : [at]
}

/** A key of the rows, as this person has it. */
const hint = (id: string, label: MessageId): KeyHint[] =>
  shortcutsOf(id)
    .slice(0, 1)
    .map((keys) => ({ keys, label }))
const ofRows = (model: GridModel): KeyHint[][] => [
  ...(canUnfold(model) ? [hint('grid.unfold', 'grid.hint.unfold')] : []),
  // of no rows there is none to mark
  ...(model.pages.length > 0 ? [hint('grid.mark', 'grid.hint.mark'), hint('grid.peek', 'grid.hint.peek')] : []),
  hint('grid.filterLine', 'grid.hint.filter'),
]

/** The keys that are most useful now: of commands on what is meant, and of the rows themselves. */
export function hintsOf(model: GridModel): KeyHint[] {
  const marked = markCount(model.state.marks) > 0
  // of many rows that are marked it is not asked which of them a command takes: that is told when it is pressed
  const meant = marked ? null : (activePage.list?.target() ?? null)
  const fits = allowedCommands().filter((command) => {
    if (!command.keys || !command.rows || command.rows.noun !== model.listing.lists?.noun) return false
    return marked ? command.rows.on === 'each' : isAvailable(availabilityOf(command, meant), meant)
  })
  const ours = fits.slice(0, commandHints).map(({ id, keys }): KeyHint => ({ keys: keys!, label: id as MessageId }))
  return [...ours, ...(marked ? [hint('grid.peel', 'grid.hint.unmark')] : ofRows(model)).flat()]
}

/** What keys do is told again once the cursor rests: nobody reads it while it runs. In milliseconds. */
const restMs = 120
/** While the cursor runs, its place is told no more often than this: nobody reads more. In milliseconds. */
const paceMs = 100

/** Says in the status line what is marked, where the cursor is and what keys do now, while the list is in front. */
export function useStatusLine(model: GridModel, filtering: boolean): void {
  const language = useLanguage()
  useEffect(() => {
    const { state } = model
    let told = { at: Number.NEGATIVE_INFINITY, marks: state.marks, count: state.count }
    let [resting, later]: (ReturnType<typeof setTimeout> | undefined)[] = []
    let heardAt = 0
    const sayKeys = () => {
      const left = heardAt + restMs - performance.now()
      resting = left > 0 ? setTimeout(sayKeys, left) : undefined
      if (!resting) statusLine.hints = ref(filtering ? [] : hintsOf(model))
    }
    const tell = () => {
      clearTimeout(later)
      later = undefined
      told = { at: performance.now(), marks: state.marks, count: state.count }
      const marked = markCount(state.marks) > 0
      statusLine.mode = filtering ? 'FILTER' : marked ? 'SELECT' : 'NORMAL'
      statusLine.marked = markedText(model, language).join(' · ')
      statusLine.left = [statusLine.marked, ...placeText(model, language)].filter(Boolean).join(' · ')
      statusLine.count = state.count === null ? '' : numbersOf(language).format(state.count)
    }
    const heard = () => {
      heardAt = performance.now()
      resting ??= setTimeout(sayKeys, restMs)
      const moved = told.marks === state.marks && told.count === state.count
      if (moved && performance.now() - told.at < paceMs) later ??= setTimeout(tell, paceMs)
      else tell()
    }
    heard()
    const stops = [state, model.cursor, keyPreferences].map((one) => subscribe(one, heard))
    return () => {
      clearTimeout(resting)
      clearTimeout(later)
      for (const stop of stops) stop()
    }
  }, [model, language, filtering])
  useEffect(() => clearStatusLine, [])
}

/** Puts what a thumb reaches on a small screen into its bar: the filter, and marking. */
export function useBottomBar(
  { selecting, ...acts }: { filter(): void; select(): void; readonly selecting: boolean },
  active: boolean,
): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    if (!active) return
    Object.assign(statusLine, { filter: () => latest.current.filter(), select: () => latest.current.select() })
    return () => void Object.assign(statusLine, { filter: null, select: null })
  }, [active])
  useEffect(() => {
    statusLine.selecting = active && selecting
  }, [active, selecting])
}
