import { type KeyboardEvent, useState } from 'react'
import type { GridModel } from '../model/grid-model.ts'
import { acceptCompletion, type CompletionItem, useCompletions } from './completions.ts'
import { useFilterLine } from './use-filter-line.ts'

/** Combobox: the line with what may be typed next: one of the offers may be chosen, and taken. */
export function useCombobox(model: GridModel, onLeave: () => void) {
  const line = useFilterLine(model)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const { completion, offers } = useCompletions(model, line.draft, line.caret, open)

  const show = (shown: boolean) => {
    setOpen(shown)
    setChosen(-1)
  }
  const take = (offer: CompletionItem) => {
    const next = acceptCompletion(line.draft, completion, offer)
    line.type(next.line, next.caret)
    line.place(next.caret)
    show(true)
  }
  const enter = () => {
    const offer = offers[chosen]
    if (offer) return take(offer)
    show(false)
    if (line.commit()) onLeave()
  }
  const giveUp = () => {
    if (offers.length > 0) return show(false)
    line.revert()
    onLeave()
  }
  /** Down chooses among the offers; up goes back through them, and from there through what was applied before. */
  const step = (way: 1 | -1) => {
    if (offers.length > 0 && (way === 1 || chosen >= 0)) setChosen(Math.min(chosen + way, offers.length - 1))
    else if (way === 1 && !open) show(true)
    else line.recall(way === -1 ? 1 : -1)
  }
  const acts = new Map([
    ['Enter', enter],
    ['Escape', giveUp],
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
  ])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const offer = event.key === 'Tab' && !event.shiftKey ? offers[Math.max(chosen, 0)] : undefined
    const act = offer ? () => take(offer) : acts.get(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { ...line, offers, chosen, show, take, press }
}
export type Combobox = ReturnType<typeof useCombobox>
