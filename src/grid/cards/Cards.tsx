import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { ContextMenu, type Section } from '#src/ui/Menu.tsx'
import { Value } from '#src/ui/Value.tsx'
import { fullText } from '../cells.ts'
import { toggleAt } from '../marking.ts'
import { rowMenu } from '../menu/row-menu.ts'
import { openOrLook } from '../opening.ts'
import type { Row } from '../pages.ts'
import { labelOf } from '../reader.ts'
import { isMarked } from '../selection.ts'
import type { Sheet } from '../sheet.ts'
import styles from './Cards.module.css'
import { type Card, cardOf } from './card.ts'
import { CardSurface } from './surface.ts'

/** Height of a card in pixels: all are as high, so that any place can be scrolled to before it is loaded. */
const cardHeight = 84
/** A browser draws nothing higher than some 33 million pixels: what lies behind is reached by a filter, or another order. */
const cardsMax = 380_000
/** Cards drawn beyond what is in sight, at either end. */
const spare = 6

const said = (row: Row, field: Card['amount']): string => (field ? fullText(field)(row[field.name]) : '')

function CardLines({ sheet, card, row }: { sheet: Sheet; card: Card; row: Row }) {
  const { number, people, state } = card
  const alarms = number && Number(row[number.name] ?? 0) > 0
  return (
    <>
      <span className={styles.id}>{said(row, card.id)}</span>
      <span className={styles.amount}>{said(row, card.amount)}</span>
      <span>{state && <Value of={state} value={row[state.name]} />}</span>
      <span className={styles.day}>{said(row, card.day).slice(0, 10)}</span>
      <span className={styles.people}>
        {people
          .map((field) => said(row, field))
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={styles.day}>{alarms && `${labelOf(sheet.listing, number.name)} ${said(row, number)}`}</span>
    </>
  )
}

interface Props {
  readonly sheet: Sheet
  /** A tap marks instead of opening. */
  readonly selecting: boolean
}

/** Which places are in sight of a scroller, and what has to be fetched for that. */
function useSight(sheet: Sheet) {
  const [first, setFirst] = useState(0)
  const scroller = useRef<HTMLUListElement>(null)
  const { count, turn } = useSnapshot(sheet.state)
  const height = scroller.current?.clientHeight ?? window.innerHeight
  const last = first + Math.ceil(height / cardHeight)
  useEffect(() => {
    const surface = new CardSurface(sheet, scroller.current!, cardHeight)
    sheet.surface = surface
    return () => {
      if (sheet.surface === surface) sheet.surface = null
    }
  }, [sheet])
  useEffect(() => {
    if (turn >= 0 && last >= first) sheet.surface?.looked()
  }, [sheet, turn, first, last])
  const total = Math.min(count ?? sheet.pages.length, cardsMax)
  const scrolled = () => setFirst(Math.floor(scroller.current!.scrollTop / cardHeight))
  return { scroller, scrolled, total, from: Math.max(0, first - spare), to: Math.min(total, last + spare) }
}

interface OneProps {
  readonly sheet: Sheet
  readonly card: Card
  readonly place: number
  readonly total: number
  readonly marked: boolean
  /** A tap marks: then it is a button that stays pressed. */
  readonly selecting: boolean
  onTap(): void
}

/** One row as a card; a place whose row has not come yet is an empty one. */
function OneCard({ sheet, card, place, total, marked, selecting, onTap }: OneProps) {
  const row = sheet.pages.rowAt(place)
  return (
    <li aria-setsize={total} aria-posinset={place + 1} style={{ blockSize: cardHeight }}>
      <button
        type="button"
        className={styles.card}
        aria-pressed={selecting ? marked : undefined}
        data-place={place}
        data-marked={marked || undefined}
        data-gone={(row && sheet.gone.has(row.id)) || undefined}
        disabled={!row}
        onClick={onTap}
      >
        {row && <CardLines sheet={sheet} card={card} row={row} />}
      </button>
    </li>
  )
}

/** A press that lasts so long asks for the menu. In milliseconds. */
const longMs = 500

/** The menu of a card: where it is pressed for long, or where the menu key or the pointer asks for it. */
function useCardMenu(sheet: Sheet) {
  const [sections, setSections] = useState<Section[]>([])
  const pressedAt = useRef(0)
  const dismissing = useRef(false)
  const ask = (event: MouseEvent) => {
    const place = (event.target as Element).closest('[data-place]')?.getAttribute('data-place') // only elements are pressed
    if (!place) return event.preventDefault()
    sheet.moveTo({ row: Number(place) })
    setSections(rowMenu(sheet))
  }
  const press = (event: PointerEvent) => {
    // a tap beside the menu closes it, and does nothing else
    dismissing.current = document.querySelector('[role=menu]') !== null
    if (dismissing.current) return
    pressedAt.current = event.timeStamp
    // a long press that sends no event of its own still finds the menu of its card
    if (event.pointerType !== 'mouse') ask(event)
  }
  // letting go is no tap then: it would open the card, and take the focus from the menu
  const release = (event: TouchEvent) => {
    if (event.cancelable && event.timeStamp - pressedAt.current > longMs) event.preventDefault()
  }
  return { sections, ask, press, release, dismissing }
}

/** The rows of a sheet as cards, one below the other: where a table would not fit. */
export function Cards({ sheet, selecting }: Props) {
  const { text } = useText()
  const card = useMemo(() => cardOf(sheet.grid), [sheet])
  const { marks } = useSnapshot(sheet.state)
  const { scroller, scrolled, total, from, to } = useSight(sheet)
  const { sections, ask, press, release, dismissing } = useCardMenu(sheet)
  const tap = (place: number) => {
    if (dismissing.current) return
    sheet.moveTo({ row: place })
    if (selecting) toggleAt(sheet, place)
    else openOrLook(sheet)
  }
  return (
    <ContextMenu sections={sections}>
      <ul
        ref={scroller}
        className={styles.cards}
        onScroll={scrolled}
        onContextMenu={ask}
        onPointerDown={press}
        onTouchEnd={release}
        aria-label={text(sheet.grid.id)}
      >
        <li aria-hidden="true" style={{ blockSize: from * cardHeight }} />
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => {
          const place = from + i
          const row = sheet.pages.rowAt(place)
          const marked = row !== undefined && isMarked(marks, row.id)
          const one = { sheet, card, place, total, marked, selecting }
          return <OneCard key={place} {...one} onTap={() => tap(place)} />
        })}
        <li aria-hidden="true" style={{ blockSize: Math.max(0, total - to) * cardHeight }} />
      </ul>
    </ContextMenu>
  )
}
