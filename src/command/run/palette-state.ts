import { proxy, ref } from 'valtio'
import type { Batch, Rehearsal } from '#contract/batches.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { Argument } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { onSignOut } from '#src/session/base/session.ts'

/** Step of the palette. */
export type PaletteStep =
  /** `targetOverride`: rows that are meant here instead of those of the page. */
  | { readonly at: 'search'; readonly targetOverride: ActionTarget | null }
  /** `refused`: what the server has against what stands there. */
  | { readonly at: 'ask'; readonly draft: Draft; readonly argument: Argument; readonly refused?: string }
  /** All arguments at once. `refused`: what the server has against some of them, by their names. */
  | { readonly at: 'form'; readonly draft: Draft; readonly refused?: ReadonlyMap<string, string> }
  /**
   * `preview` comes when the server has rehearsed; `problem` where it would not. What no server can rehearse is only
   * asked about.
   */
  | {
      readonly at: 'review'
      readonly draft: Draft
      readonly canRehearse: boolean
      readonly preview: Rehearsal | null
      readonly problem: string | null
      readonly shownAt: number
    }
  | { readonly at: 'running'; readonly draft: Draft }
  /** Nobody answered; `sent`: it may have been done all the same. `retry` has it done once, however often it was sent. */
  | {
      readonly at: 'unanswered'
      readonly draft: Draft
      readonly problem: string
      readonly sent: boolean
      readonly retry: () => void
    }
  | { readonly at: 'outcome'; readonly draft: Draft; readonly batch: Batch }
  /** Whether a command can be run now, and if not, why; one step back leads to the search it was asked from. */
  | { readonly at: 'why'; readonly draft: Draft; readonly targetOverride: ActionTarget | null }

interface PaletteState {
  open: boolean
  text: string
  step: PaletteStep
  /** Counted up with every step: what arrives for an earlier one is dropped. */
  stepVersion: number
  /** It was opened to search: one step back from a command leads there, and not out. */
  openedBySearch: boolean
  /** It stays open when a command has run. */
  keepOpen: boolean
  /** What was not finished when it was closed. */
  unfinished: Draft | null
}

const searchStep: PaletteStep = { at: 'search', targetOverride: null }

/** The palette: closed, searching, asking, reviewing, running or telling what became of it. */
export const paletteState = proxy<PaletteState>({
  ...{
    open: false,
    text: '',
    step: ref(searchStep),
    stepVersion: 0,
    openedBySearch: false,
    keepOpen: false,
    unfinished: null,
  },
})
onSignOut(() => Object.assign(paletteState, { open: false, text: '', step: ref(searchStep), unfinished: null }))

let opener: HTMLElement | null = null

/** Goes to `step`, with a line that says `text`. @returns whether it is still the one, for whoever waits for something. */
export function goToStep(step: PaletteStep, text = ''): () => boolean {
  if (!paletteState.open) {
    opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    Object.assign(paletteState, { openedBySearch: step.at === 'search', keepOpen: false })
  }
  const version = paletteState.stepVersion + 1
  Object.assign(paletteState, { open: true, text, step: ref(step), stepVersion: version })
  return () => paletteState.open && paletteState.stepVersion === version
}

/** What is in the form has changed: the same step, with more. What was refused of other values says nothing of these. */
export function updateForm(draft: Draft): void {
  const { step } = paletteState
  if (step.at !== 'form') return
  const { args, initialTexts } = step.draft
  const isSame = (name: string) => args[name] === draft.args[name] && initialTexts[name] === draft.initialTexts[name]
  const refused = new Map([...(step.refused ?? [])].filter(([name]) => isSame(name)))
  paletteState.step = ref({ at: 'form', draft, refused })
}

/** Goes to the search, about the rows of the page or about others. */
export const openSearch = (text = '', targetOverride: ActionTarget | null = null): void => {
  goToStep({ at: 'search', targetOverride }, text)
  paletteState.openedBySearch = true
}

/** Opens the palette, ready to search: with what was typed last, or with `prefix`, which says what for. */
export function openPalette(prefix?: string): void {
  if (!paletteState.open) openSearch(prefix ?? paletteState.text)
}

const unfinishedDraft = (step: PaletteStep): Draft | null =>
  step.at === 'ask' || step.at === 'form' || step.at === 'review' || step.at === 'unanswered' ? step.draft : null

/** Closes the palette; the focus goes back to where it was. What was not finished, and what was typed, is kept. */
export function closePalette(): void {
  if (!paletteState.open) return
  const { step, text } = paletteState
  Object.assign(paletteState, {
    open: false,
    text: step.at === 'search' ? text : '',
    step: ref(searchStep),
    stepVersion: paletteState.stepVersion + 1,
    unfinished: unfinishedDraft(step) ? ref(unfinishedDraft(step)!) : paletteState.unfinished,
  })
  // at once: the next key is meant for what stands there then
  const line = document.activeElement
  if (!(line instanceof HTMLElement) || !line.closest('[role=dialog]')) return
  // left first: rows do not take the focus from whoever is busy elsewhere
  line.blur()
  opener?.focus({ preventScroll: true })
}

/** Puts the focus back to where it was, once the palette has gone. What has taken it, has it. */
export function restoreFocus(): void {
  // opened again before the one of before had gone: where that goes back to is still to come
  if (paletteState.open) return
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
  opener = null
}

/** Opens the palette, or closes it. What runs goes on by itself: whoever does not wait for it searches for the next. */
export function togglePalette(): void {
  if (!paletteState.open) openPalette()
  else if (paletteState.step.at === 'running') openSearch()
  else closePalette()
}

/** A command has run: the palette closes, unless it was asked to stay. */
export function closeAfterRun(): void {
  paletteState.unfinished = null
  if (paletteState.keepOpen) openSearch()
  else {
    paletteState.text = ''
    closePalette()
  }
}
