import { Command as Cmdk } from 'cmdk'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
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

/** Most rows that stand in the palette at once. */
const rowsMax = 50

interface Props {
  readonly sections: readonly Section[]
  /** The row that Enter would choose. */
  readonly chosen: string | null
  readonly label: string
  /** The line that is typed into: it says which row is chosen. */
  readonly line: RefObject<HTMLInputElement | null>
  onChoose(id: string): void
}

/** `sections` with no more than so many rows together. */
function cut(sections: readonly Section[]): Section[] {
  let left = rowsMax
  return sections.flatMap(({ heading, choices }) => {
    const kept = choices.slice(0, left)
    left -= kept.length
    return kept.length > 0 ? [{ heading, choices: kept }] : []
  })
}

/**
 * The rows under the line. cmdk draws them; what is chosen, announced and run is decided here, from one value: its own
 * announcing and running can differ.
 */
export function List({ sections, chosen, label, line, onChoose }: Props) {
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
        {cut(sections).map(({ heading, choices }) => (
          <Cmdk.Group key={heading} heading={heading} className={styles.group}>
            {choices.map(({ id, node, off = false }) => (
              <Cmdk.Item key={id} value={id} disabled={off} className={styles.item} onSelect={() => onChoose(id)}>
                {node}
              </Cmdk.Item>
            ))}
          </Cmdk.Group>
        ))}
      </Cmdk.List>
    </Cmdk>
  )
}
