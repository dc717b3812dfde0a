import { Users } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { BulkBar } from '#src/command/run/BulkBar.tsx'
import { useShortcut } from '#src/command/shortcuts.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { chooseView } from '../actions/filter-and-sort.ts'
import { focusRows } from '../actions/focus.ts'
import type { GridModel } from '../model/grid-model.ts'
import { isModified } from '../model/url.ts'
import { audienceText, useViews, viewTitle } from '../model/views.ts'
import type { PopoverState } from '../popovers/use-popover.ts'
import { FileJobs } from './FileJobs.tsx'
import styles from './Toolbar.module.css'

interface Props {
  readonly model: GridModel
  readonly opening: PopoverState
  onChosen(): void
}

/** The named filters of a list, each with the keys that choose it, and how to save another. */
function ViewButtons({ model, opening, onChosen }: Props) {
  const { text } = useText()
  const save = useShortcut('grid.saveView')
  const { applied, view, layout } = useSnapshot(model.state)
  const views = useViews(model.grid)
  const modified = view !== null && isModified(model, applied, layout)
  const choose = (name: string) => {
    void chooseView(model, name)
    onChosen()
  }
  return (
    <div role="toolbar" aria-label={text('grid.views')} className={styles.names}>
      {views.map((one, i) => (
        <button
          key={one.name}
          type="button"
          className={styles.view}
          aria-pressed={one.name === view}
          aria-keyshortcuts={i < 9 ? `v ${i + 1}` : undefined}
          title={one.saved && one.saved.audience !== 'own' ? audienceText(one.saved) : undefined}
          onClick={() => choose(one.name)}
        >
          {one.saved && one.saved.audience !== 'own' && <Users size={12} aria-hidden="true" />}
          {viewTitle(model.grid, one)}
          {one.name === view && modified && <span className={styles.modified}>{text('grid.modified')}</span>}
          {i < 9 && <Kbd keys={`v ${i + 1}` as Shortcut} quiet />}
        </button>
      ))}
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

/** The named filters of a list, what has come since it was fetched, and what can be done to what is marked. */
export function ViewBar(props: Props) {
  return (
    <div className={styles.views}>
      <ViewButtons {...props} />
      <NewRowsButton model={props.model} />
      <FileJobs />
      <BulkBar />
    </div>
  )
}
