import {
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSnapshot } from 'valtio'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import { useText } from '#src/locale/text.ts'
import { Value } from '#src/ui/data/Value.tsx'
import { ContextMenu, type MenuSection } from '#src/ui/overlay/Menu.tsx'
import { toggleBranch } from '../actions/fold.ts'
import { listActionsOf } from '../actions/grid-bindings.ts'
import { openOrPeek } from '../actions/open-row.ts'
import { toggleRow } from '../actions/select-rows.ts'
import { rowMenu } from '../menu/row-menu.ts'
import { cellTextAlone } from '../model/cell-text.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import type { Row } from '../model/pages.ts'
import { isMarked } from '../model/selection.ts'
import styles from './Cards.module.css'
import { type CardFields, cardFieldsOf } from './card-fields.ts'
import { CardRenderer } from './card-renderer.ts'

/** Height of a card in pixels: all are as high, so that any place can be scrolled to before it is loaded. */
const cardHeight = 84
/** A browser draws nothing higher than some 33 million pixels: what lies behind is reached by a filter, or another order. */
const cardsMax = 380_000
/** Cards drawn beyond what is in sight, at either end. */
const spare = 6

const textOf = (row: Row, field: CardFields['amount']): string => (field ? cellTextAlone(field)(row[field.name]) : '')

function CardLines({ model, card, row }: { model: GridModel; card: CardFields; row: Row }) {
  const { number, people, state } = card
  const alarms = number && Number(row[number.name] ?? 0) > 0
  const about = people
    .map((field) => textOf(row, field))
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <span className={styles.id}>{textOf(row, card.id)}</span>
      <span className={styles.amount}>{textOf(row, card.amount)}</span>
      <span>{state && <Value of={state} value={row[state.name]} />}</span>
      <span className={styles.day}>{textOf(row, card.day).slice(0, 10)}</span>
      <span className={styles.people} title={about}>
        {about}
      </span>
      <span className={styles.day}>{alarms && `${labelOf(model.listing, number.name)} ${textOf(row, number)}`}</span>
    </>
  )
}

interface Props {
  readonly model: GridModel
  /** A tap marks instead of opening. */
  readonly selecting: boolean
}

/** Which places are in sight of a scroller, and what has to be fetched for that. */
function useSight(model: GridModel) {
  const [first, setFirst] = useState(0)
  const scroller = useRef<HTMLUListElement>(null)
  const { count, revision } = useSnapshot(model.state)
  const height = scroller.current?.clientHeight ?? window.innerHeight
  const last = first + Math.ceil(height / cardHeight)
  useEffect(() => {
    const renderer = new CardRenderer(model, scroller.current!, cardHeight)
    model.renderer = renderer
    return () => {
      if (model.renderer === renderer) model.renderer = null
    }
  }, [model])
  useEffect(() => {
    if (revision >= 0 && last >= first) model.renderer?.fetchVisible()
  }, [model, revision, first, last])
  // of a tree those that no folded branch hides
  const shown = model.tree ? model.pages.length : (count ?? model.pages.length)
  const total = Math.min(shown, cardsMax)
  const scrolled = () => setFirst(Math.floor(scroller.current!.scrollTop / cardHeight))
  return { scroller, scrolled, total, from: Math.max(0, first - spare), to: Math.min(total, last + spare) }
}

interface CardItemProps {
  readonly model: GridModel
  readonly card: CardFields
  readonly place: number
  readonly total: number
  readonly marked: boolean
  /** A tap marks: then it is a button that stays pressed. */
  readonly selecting: boolean
  onTap(): void
}

/** How far in the card of a row of a tree stands. */
const indentOf = ({ tree }: GridModel, row: Row | undefined) =>
  row && tree ? { paddingInlineStart: `calc(${tree.nodeOf(row.id)?.level ?? 1} * var(--space-5))` } : {}

/** Before the card of a branch: opens what is below it, or folds it. */
function FoldButton({ model, row, place }: { model: GridModel; row: Row; place: number }) {
  const { say } = useText()
  const { tree } = model
  if (!tree?.nodeOf(row.id)?.isBranch) return null
  const isOpen = tree.isOpen(row.id)
  const fold = () => {
    model.moveTo({ row: place })
    toggleBranch(model)
  }
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={isOpen}
      aria-label={`${say(isOpen ? 'grid.fold' : 'grid.unfold')}: ${String(row[model.grid.tree!.column])}`}
      onClick={fold}
    >
      {isOpen ? '▾' : '▸'}
    </button>
  )
}

/** One row as a card; a place whose row has not come yet is an empty one. */
function CardItem({ model, card, place, total, marked, selecting, onTap }: CardItemProps) {
  const row = model.pages.rowAt(place)
  return (
    <li
      className={styles.item}
      aria-setsize={total}
      aria-posinset={place + 1}
      style={{ blockSize: cardHeight, ...indentOf(model, row) }}
    >
      {row && <FoldButton model={model} row={row} place={place} />}
      <button
        type="button"
        className={styles.card}
        aria-pressed={selecting ? marked : undefined}
        data-place={place}
        data-marked={marked || undefined}
        data-gone={(row && model.gone.has(row.id)) || undefined}
        disabled={!row}
        onClick={onTap}
      >
        {row && <CardLines model={model} card={card} row={row} />}
      </button>
    </li>
  )
}

/** What can be done to a list of cards from the palette: the rest is done on a larger screen. */
const cardActions: ReadonlySet<GridKey> = new Set<GridKey>([
  ...(['grid.view', 'grid.undoView', 'grid.refetch', 'grid.markAll', 'grid.peel'] as const),
  ...(['grid.mark', 'grid.peek', 'grid.open', 'grid.copyRow'] as const),
  ...(['grid.unfold', 'grid.fold', 'grid.unfoldAll', 'grid.foldAll'] as const),
])
const nothing = () => {}
const elsewhere = { filterLine: nothing, topValues: nothing, columns: nothing, saveView: nothing, exportRows: nothing }

/** Offers the palette what can be done to the cards. */
function useCardActions(model: GridModel): void {
  useLayoutEffect(() => {
    const around = { ...elsewhere, density: nothing, wrap: nothing, open: () => openOrPeek(model) }
    const actions = listActionsOf(model, around)
    return model.offerActions({ ...actions, has: (action) => cardActions.has(action) && actions.has(action) })
  }, [model])
}

const isMenuOpen = () => document.querySelector('[role=menu]') !== null

/** The menu of a card: where it is pressed for long, or where the menu key or the pointer asks for it. */
function useCardMenu(model: GridModel) {
  const [sections, setSections] = useState<MenuSection[]>([])
  const dismissing = useRef(false)
  const ask = (event: MouseEvent) => {
    const place = (event.target as Element).closest('[data-place]')?.getAttribute('data-place') // only elements are pressed
    if (!place) return event.preventDefault()
    model.moveTo({ row: Number(place) })
    setSections(rowMenu(model))
  }
  const press = (event: PointerEvent) => {
    // a tap beside the menu closes it, and does nothing else
    dismissing.current = isMenuOpen()
    if (dismissing.current) return
    // a long press that sends no event of its own still finds the menu of its card
    if (event.pointerType !== 'mouse') ask(event)
  }
  // letting go under a menu is no tap: it would open the card, and take the focus from the menu
  const release = (event: TouchEvent) => {
    if (event.cancelable && isMenuOpen()) event.preventDefault()
  }
  return { sections, ask, press, release, dismissing }
}

/** The rows of a list as cards, one below the other: where a table would not fit. */
export function Cards({ model, selecting }: Props) {
  const { text } = useText()
  useCardActions(model)
  const card = useMemo(() => cardFieldsOf(model.grid), [model])
  const { marks } = useSnapshot(model.state)
  const { scroller, scrolled, total, from, to } = useSight(model)
  const { sections, ask, press, release, dismissing } = useCardMenu(model)
  const tap = (place: number) => {
    if (dismissing.current) return
    model.moveTo({ row: place })
    if (selecting) toggleRow(model, place)
    else openOrPeek(model)
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
        aria-label={text(model.grid.id)}
      >
        <li aria-hidden="true" style={{ blockSize: from * cardHeight }} />
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => {
          const place = from + i
          const row = model.pages.rowAt(place)
          const marked = row !== undefined && isMarked(marks, row.id)
          const one = { model, card, place, total, marked, selecting }
          return <CardItem key={place} {...one} onTap={() => tap(place)} />
        })}
        <li aria-hidden="true" style={{ blockSize: Math.max(0, total - to) * cardHeight }} />
      </ul>
    </ContextMenu>
  )
}
