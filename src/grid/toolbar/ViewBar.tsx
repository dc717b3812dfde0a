import { ChevronDown, Users } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { BulkBar } from '#src/command/run/BulkBar.tsx'
import { useShortcut } from '#src/command/shortcuts.ts'
import { digitOf } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { statusLine } from '#src/ui/feedback/status-line.ts'
import fitting from '#src/ui/fitting.module.css'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { useFitting } from '#src/ui/use-fitting.ts'
import { chooseView } from '../actions/filter-and-sort.ts'
import { focusRows } from '../actions/focus.ts'
import { useIsNarrow } from '../hooks/use-is-narrow.ts'
import type { GridModel } from '../model/grid-model.ts'
import { isModified } from '../model/url.ts'
import { audienceText, type NamedView, useViews, viewTitle } from '../model/views.ts'
import type { PopoverState } from '../popovers/use-popover.ts'
import { FileJobs } from './FileJobs.tsx'
import styles from './Toolbar.module.css'

interface Props {
  readonly model: GridModel
  readonly opening: PopoverState
  onChosen(): void
}

interface ViewButtonProps extends Pick<Props, 'model'> {
  readonly view: NamedView
  /** The digit that chooses it, behind `v`; none from the tenth on. */
  readonly digit: ReturnType<typeof digitOf>
  readonly folded: boolean
  onChoose(): void
}

/** A named filter, with the keys that choose it. */
function ViewButton({ model, view, digit, folded, onChoose }: ViewButtonProps) {
  const { text } = useText()
  const { applied, view: shown, layout } = useSnapshot(model.state)
  const pressed = view.name === shown
  const audience = view.saved && view.saved.audience !== 'own' ? audienceText(view.saved) : undefined
  return (
    <button
      type="button"
      className={styles.view}
      data-folded={folded ? true : undefined}
      aria-pressed={pressed}
      aria-keyshortcuts={digit ? `v ${digit}` : undefined}
      title={audience}
      onClick={onChoose}
    >
      {audience && <Users size={12} aria-hidden="true" />}
      {viewTitle(model.grid, view)}
      {pressed && isModified(model, applied, layout) && (
        <span className={styles.modified}>{text('grid.modified')}</span>
      )}
      {digit && <Kbd keys={`v ${digit}`} quiet />}
    </button>
  )
}

/** The named filters of a list in one line, those that do not fit behind 'More', and how to save another. */
function ViewButtons({ model, opening, onChosen }: Props) {
  const { text } = useText()
  const save = useShortcut('grid.saveView')
  const { view } = useSnapshot(model.state)
  const views = useViews(model.grid)
  const [row, fits] = useFitting()
  const choose = (name: string) => {
    void chooseView(model, name)
    onChosen()
  }
  const items = views.slice(fits).map((one) => {
    return { label: viewTitle(model.grid, one), chosen: one.name === view, run: () => choose(one.name) }
  })
  const current = items.find(({ chosen }) => chosen)
  return (
    <div role="toolbar" aria-label={text('grid.views')} className={styles.names}>
      <div ref={row} className={fitting.row}>
        {views.map((one, i) => (
          <ViewButton
            key={one.name}
            {...{ model, view: one, digit: digitOf(i), folded: i >= fits }}
            onChoose={() => choose(one.name)}
          />
        ))}
      </div>
      {items.length > 0 && (
        <Menu sections={[{ heading: text('grid.views'), items }]} align="start">
          <button type="button" className={styles.view} aria-pressed={current !== undefined}>
            {current?.label ?? text('grid.more')}
            <ChevronDown size={12} aria-hidden="true" />
          </button>
        </Menu>
      )}
      <button type="button" className={styles.view} aria-keyshortcuts={save ?? undefined} {...opening.button('view')}>
        + {text('grid.saveView')}
      </button>
    </div>
  )
}

/** What has come since the list was fetched, in a button that fetches it. */
function NewRowsButton({ model }: { model: GridModel }) {
  const { text, say } = useText()
  const { fresh, changed } = useSnapshot(model.state)
  const said = fresh > 0 ? say('grid.fresh', { count: fresh }) : changed ? text('grid.changed') : ''
  const take = () => {
    model.refetch()
    // the button goes with what it was for
    focusRows(model)
  }
  return (
    <span role="status" className={styles.freshness}>
      {said && (
        <Button tone="quiet" className={styles.fresh} onClick={take}>
          {said}
        </Button>
      )}
    </span>
  )
}

/** How much is marked and what it comes to, where no status line says so. */
function MarkedText() {
  const { marked } = useSnapshot(statusLine)
  return marked && <span className={styles.marked}>{marked}</span>
}

/** The named filters of a list, what has come since it was fetched, and what can be done to what is marked. */
export function ViewBar(props: Props) {
  const narrow = useIsNarrow()
  return (
    <div className={styles.views}>
      <ViewButtons {...props} />
      <NewRowsButton model={props.model} />
      <FileJobs />
      {narrow && <MarkedText />}
      <BulkBar />
    </div>
  )
}
