import { proxy } from 'valtio'
import type { MessageId } from '#locales/index.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'

/** A key that works here. */
export interface KeyHint {
  readonly keys: Shortcut
  readonly label: MessageId
}

interface StatusLineState {
  /** What keys do now: act, mark, write the filter, fill in a decision or a follow-up, change a range of cells; or look at what was only rehearsed. */
  mode: 'NORMAL' | 'SELECT' | 'FILTER' | 'PASS' | 'REJECT' | 'ASK' | 'FOLLOW-UP' | 'RANGE' | 'REHEARSAL'
  /** What there is to say of what is in front. */
  left: string
  /** The keys that work here, the most useful first; those of the whole console follow by themselves. */
  hints: readonly KeyHint[]
  /** How many there are: beside the title on a small screen. */
  count: string
  /** What is marked, and what it comes to: also said on a small screen, which has no such line. */
  marked: string
  /** What the buttons at the bottom of a small screen do; none: they are not there. */
  filter: (() => void) | null
  select: (() => void) | null
  /** Whether a tap marks there. */
  selecting: boolean
}

const blank: StatusLineState = {
  ...{ mode: 'NORMAL', left: '', hints: [], count: '', marked: '' },
  ...{ filter: null, select: null, selecting: false },
}

/** What the line at the bottom says. Written by whatever is in front, emptied when it leaves. */
export const statusLine = proxy<StatusLineState>({ ...blank })

/** Empties the line. */
export const clearStatusLine = (): void => void Object.assign(statusLine, blank)
