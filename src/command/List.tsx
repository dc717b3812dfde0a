import { Command as Cmdk } from 'cmdk'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './List.module.css'

/** One row of the palette. */
export interface Choice {
  readonly id: string
  readonly node: ReactNode
  /** Shown, and not to be chosen. */
  readonly off?: boolean
}
/** Rows under one heading. */
export interface Section {
  readonly heading: string
  readonly choices: readonly Choice[]
}

/** As many rows as are in sight, and the most that stand in the palette at once. */
const rowsInSight = 13
const rowsMax = 2 * rowsInSight
/** Rows out of sight wait until no key has changed anything for so many milliseconds. */
const restMs = 120

interface Props {
  readonly sections: readonly Section[]
  /** The row that Enter would choose. */
  readonly chosen: string | null
  readonly label: string
  /** The line that is typed into: it says which row is chosen. */
  readonly line: RefObject<HTMLInputElement | null>
  onChoose(id: string): void
  /** Says how many rows there are below, and has the first of them chosen. */
  readonly more?: { said(count: number): string; reach(id: string): void }
}

/** `sections` with no more than `room` rows together, from that row on. */
function cut(sections: readonly Section[], from: number, room: number): Section[] {
  let at = 0
  return sections.flatMap(({ heading, choices }) => {
    const begin = at
    at += choices.length
    const kept = choices.slice(Math.max(0, from - begin), Math.max(0, from + room - begin))
    return kept.length > 0 ? [{ heading, choices: kept }] : []
  })
}

/** The first of the rows that stand there: the chosen one is always among them. */
function useFirst(count: number, at: number, room: number): number {
  const before = useRef(0)
  const nearest = Math.min(before.current, Math.max(0, at))
  const first = Math.max(at < 0 ? 0 : nearest, at - room + 1)
  before.current = Math.max(0, Math.min(first, count - room))
  return before.current
}

/** How many of these rows stand there: those in sight first, so that a key is painted at once. */
function useRoom(ids: string): number {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(ids), restMs)
    return () => clearTimeout(timer)
  }, [ids])
  return rested === ids ? rowsMax : rowsInSight
}

/**
 * The rows under the line. cmdk draws them; what is chosen, announced and run is decided here, from one value: its own
 * announcing and running can differ.
 */
export function List({ sections, chosen, label, line, onChoose, more }: Props) {
  const ids = sections.flatMap(({ choices }) => choices.map(({ id }) => id))
  const room = useRoom(ids.join(' '))
  const first = useFirst(ids.length, chosen === null ? -1 : ids.indexOf(chosen), room)
  const below = ids.slice(first + room)
  const list = useRef<HTMLDivElement>(null)
  // cmdk chooses the first row by itself when rows come or go; a space, which it cuts off, makes it look at ours again
  const [turn, setTurn] = useState(0)
  useLayoutEffect(() => {
    const input = line.current
    const option = chosen && list.current?.querySelector(`[cmdk-item][data-value="${CSS.escape(chosen)}"]`)
    if (!input) return
    if (list.current) input.setAttribute('aria-controls', list.current.id)
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  })
  return (
    <Cmdk
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={(chosen ?? '') + ' '.repeat(turn % 2)}
      onValueChange={(value) => value !== (chosen ?? '') && setTurn(turn + 1)}
      label={label}
      tabIndex={-1}
    >
      <Cmdk.List ref={list} className={styles.list} label={label}>
        {cut(sections, first, room).map(({ heading, choices }) => (
          <Cmdk.Group key={heading} heading={heading} className={styles.group}>
            {choices.map(({ id, node, off = false }) => (
              <Cmdk.Item key={id} value={id} disabled={off} className={styles.item} onSelect={() => onChoose(id)}>
                {node}
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
        {below[0] !== undefined && more && (
          <button type="button" tabIndex={-1} className={styles.more} onClick={() => more.reach(below[0]!)}>
            {more.said(below.length)}
          </button>
        )}
      </Cmdk.List>
    </Cmdk>
  )
}
