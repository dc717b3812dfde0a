import { memo, type ReactNode, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from './OptionList.module.css'

/** One row of the palette. */
export interface OptionRow {
  readonly id: string
  readonly node: ReactNode
  /** Shown, and not to be chosen. */
  readonly disabled?: boolean
}
/** Rows under one heading. */
export interface OptionSection {
  readonly heading: string
  readonly choices: readonly OptionRow[]
}

/** As many rows as are in sight, and the most that stand in the palette at once. */
const visibleRows = 13
const rowsMax = 2 * visibleRows

interface Props {
  readonly sections: readonly OptionSection[]
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
function sliceSections(sections: readonly OptionSection[], from: number, room: number): OptionSection[] {
  let at = 0
  return sections.flatMap(({ heading, choices }) => {
    const begin = at
    at += choices.length
    const kept = choices.slice(Math.max(0, from - begin), Math.max(0, from + room - begin))
    return kept.length > 0 ? [{ heading, choices: kept }] : []
  })
}

/** The first of the rows that stand there: the chosen one is always among them. */
function useFirstVisible(count: number, at: number, room: number): number {
  const before = useRef(0)
  const nearest = Math.min(before.current, Math.max(0, at))
  const first = Math.max(at < 0 ? 0 : nearest, at - room + 1)
  before.current = Math.max(0, Math.min(first, count - room))
  return before.current
}

/** How many of these rows stand there: those in sight, so that a key is painted at once; more once somebody scrolls. */
function useVisibleRows(ids: readonly string[]) {
  const [scrolled, setScrolled] = useState('')
  // what arrives later stands below: it is the same list still
  const these = ids.slice(0, visibleRows).join(' ')
  const top = useRef(0)
  const onScroll = ({ currentTarget: { scrollTop } }: { readonly currentTarget: Element }) => {
    top.current = scrollTop
    if (scrollTop > 0) setScrolled(these)
  }
  return { room: scrolled === these ? rowsMax : visibleRows, top, onScroll }
}

interface ActiveDescendantOptions extends Pick<Props, 'chosen' | 'line'> {
  readonly list: RefObject<HTMLDivElement | null>
  /** What stands in the list: while it is the same, nothing is announced again. */
  readonly drawn: unknown
  /** Whether the chosen row is in sight without looking, which takes a layout. */
  readonly inSight: () => boolean
}

/** Has the line announce the chosen row, and that row be in sight. */
function useActiveDescendant({ chosen, line, list, drawn, inSight }: ActiveDescendantOptions): void {
  const before = useRef<unknown>(null)
  useLayoutEffect(() => {
    const input = line.current
    const option = chosen !== null && list.current?.querySelector('[role=option][aria-selected=true]')
    if (!input) return
    if (list.current) {
      input.setAttribute('aria-controls', list.current.id)
      input.setAttribute('aria-expanded', 'true')
    }
    if (!option) input.removeAttribute('aria-activedescendant')
    else if (before.current !== drawn || input.getAttribute('aria-activedescendant') !== option.id) {
      input.setAttribute('aria-activedescendant', option.id)
      if (!inSight()) option.scrollIntoView({ block: 'nearest' })
    }
    before.current = drawn
  })
  // the line stays where the next step has no list
  useLayoutEffect(() => {
    const input = line.current
    return () => {
      input?.setAttribute('aria-expanded', 'false')
      for (const name of ['aria-controls', 'aria-activedescendant']) input?.removeAttribute(name)
    }
  }, [line])
}

interface OptionProps extends OptionRow {
  readonly selected: boolean
  readonly choose: RefObject<(id: string) => void>
}

/** Option: one row, drawn again only where it says something else. */
const Option = memo(({ id, node, disabled = false, selected, choose }: OptionProps) => (
  <button
    id={useId()}
    type="button"
    role="option"
    tabIndex={-1}
    aria-selected={selected}
    aria-disabled={disabled}
    className={styles.item}
    onClick={() => disabled || choose.current(id)}
  >
    {node}
  </button>
))

interface OptionGroupProps extends OptionSection {
  /** The row of it that Enter would choose. */
  readonly chosen: string | null
  readonly choose: RefObject<(id: string) => void>
}

/** Group of a list box. The element for it, fieldset, hides its options from assistive technology in Chromium. */
const groupNamedBy = (id: string) => ({ role: 'group', 'aria-labelledby': id })

/** Rows under one heading, drawn again only where one of them is another. */
const OptionGroup = memo(({ heading, choices, chosen, choose }: OptionGroupProps) => {
  const named = useId()
  return (
    <div {...groupNamedBy(named)}>
      <div id={named} aria-hidden="true" className={styles.heading}>
        {heading}
      </div>
      {choices.map((choice) => (
        <Option key={choice.id} {...choice} selected={choice.id === chosen} choose={choose} />
      ))}
    </div>
  )
})

/** List box: the rows under the line, of which one value says which is announced, highlighted and run. */
export function OptionList({ sections, chosen, label, line, onChoose, more }: Props) {
  const ids = sections.flatMap(({ choices }) => choices.map(({ id }) => id))
  const { room, top, onScroll } = useVisibleRows(ids)
  const first = useFirstVisible(ids.length, chosen === null ? -1 : ids.indexOf(chosen), room)
  const below = ids.slice(first + room)
  const list = useRef<HTMLDivElement>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  const drawn = useMemo(() => sliceSections(sections, first, room), [sections, first, room])
  useActiveDescendant({ chosen, line, list, drawn, inSight: () => top.current === 0 && chosen === ids[0] })
  return (
    <div
      ref={list}
      id={useId()}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      onScroll={onScroll}
    >
      {drawn.map(({ heading, choices }) => {
        const own = choices.some(({ id }) => id === chosen) ? chosen : null
        return <OptionGroup key={heading} heading={heading} choices={choices} chosen={own} choose={choose} />
      })}
      {below[0] !== undefined && more && (
        // in a list box everything is an option
        <button
          type="button"
          role="option"
          aria-selected={false}
          tabIndex={-1}
          className={styles.more}
          onClick={() => more.reach(below[0]!)}
        >
          {more.said(below.length)}
        </button>
      )}
    </div>
  )
}
