import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type AllocatedCase, caseAllocations } from '#contract/case-allocations.ts'
import { pages } from '#contract/menu.ts'
import { flushTypeAhead, useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { text, word } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { runNow, weightsPath } from './AllocationHeader.tsx'
import type { AllocationDetail } from './allocation-detail.ts'
import type { AllocationAddress, ShownCases } from './use-allocation-address.ts'

const digitMax = 9

interface Board extends AllocationDetail {
  readonly address: AllocationAddress
  readonly show: (part: Partial<AllocationAddress>) => void
  /** Whose cases can be shown, in the order of the rows. */
  readonly shown: readonly ShownCases[]
  readonly cases: readonly AllocatedCase[]
  /** Whether the stage, or whose cases are shown, is on its way: what moves among them waits. */
  readonly loading: boolean
}

const hints: readonly KeyHint[] = [
  { keys: 'j', label: 'caseAllocations.key.row' },
  { keys: 'enter', label: 'caseAllocations.key.into' },
  { keys: 'escape', label: 'caseAllocations.key.back' },
  { keys: 'w', label: 'caseAllocations.weights' },
  { keys: 'd', label: 'caseAllocations.duty' },
]

/** Moves to the next of some, or the one before; the first where none is chosen. */
const stepped = <One>(all: readonly One[], at: number, by: number): One | undefined =>
  at < 0 ? all[0] : all[Math.min(all.length - 1, Math.max(0, at + by))]

/** Moves among whose cases are shown, or, in their cases, among turns. */
function step({ address, show, shown, cases }: Board, by: number): void {
  if (address.turn) {
    const next = stepped(
      cases,
      cases.findIndex(({ turn }) => turn === address.turn),
      by,
    )
    if (next) show({ turn: next.turn })
    return
  }
  const next = stepped(shown, address.to ? shown.indexOf(address.to) : -1, by)
  if (next) show({ to: next })
}

function keysOf(board: Board): KeyBinding[] {
  const { stages, address, show, cases, loading } = board
  const isLoading = () => loading
  const digits = stages.slice(0, digitMax).map(({ id }, i): KeyBinding => {
    const keys = String(i + 1) as Shortcut // a digit
    return { id: 'caseAllocations.key.stage', keys, run: () => show({ stage: id, to: null, turn: null }) }
  })
  const moves = (['j', 'down', 'k', 'up'] as const).map((keys): KeyBinding => {
    const by = keys === 'j' || keys === 'down' ? 1 : -1
    return { id: 'caseAllocations.key.row', keys, repeats: true, isLoading, run: () => step(board, by) }
  })
  return [
    ...digits,
    ...moves,
    {
      id: 'caseAllocations.key.into',
      keys: 'enter',
      isLoading,
      run: () => cases[0] && show({ turn: address.turn ?? cases[0].turn }),
    },
    { id: 'caseAllocations.key.back', keys: 'escape', run: () => show(address.turn ? { turn: null } : { to: null }) },
    { id: 'caseAllocations.weights', keys: 'w', run: () => navigate(weightsPath) },
    { id: 'caseAllocations.duty', keys: 'd', run: () => navigate(pages.duty) },
    ...(may(caseAllocations.run.requires)
      ? [{ id: 'caseAllocations.runNow', keys: 'N' as const, run: () => runNow(board.allocation) }]
      : []),
  ]
}

/** Whether keys are the page's: a button or a link that has the focus is pressed by Enter. */
const isOnPage = (): boolean => document.activeElement?.matches('a, button') !== true

/** Keys of the page, and the line at the bottom that names them. */
export function useAllocationKeys(board: Board): void {
  const { allocation, stage, stages, loading } = board
  useKeys('record', keysOf(board), { active: isOnPage })
  useEffect(() => {
    if (!loading) queueMicrotask(flushTypeAhead) // once these keys are heard
  }, [loading])
  const shownStage = stages.find(({ id }) => id === stage)
  const state =
    allocation.state === 'rehearsed'
      ? text('caseAllocations.mode.rehearsal')
      : word('caseAllocations.state', allocation.state)
  const left = [shownStage?.name, state].filter(Boolean).join(' · ')
  useEffect(() => {
    Object.assign(statusLine, { mode: allocation.state === 'rehearsed' ? 'REHEARSAL' : 'NORMAL', left, hints })
  }, [allocation.state, left])
  useEffect(() => clearStatusLine, [])
}
