import { Users } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { BulkBar } from '#src/command/BulkBar.tsx'
import { useBound } from '#src/command/bound.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { chooseView, isModified } from '../filtering.ts'
import { toRows } from '../focus.ts'
import type { Opening } from '../over/opened.ts'
import type { Sheet } from '../sheet.ts'
import { useViews, viewFor, viewTitle } from '../views.ts'
import { Files } from './Files.tsx'
import styles from './Head.module.css'

interface Props {
  readonly sheet: Sheet
  readonly opening: Opening
  onChosen(): void
}

/** The named filters of a list, each with the digit that chooses it, and how to save another. */
function Names({ sheet, opening, onChosen }: Props) {
  const { text } = useText()
  const save = useBound('grid.saveView')
  const { applied, view, layout } = useSnapshot(sheet.state)
  const views = useViews(sheet.grid)
  const modified = view !== null && isModified(sheet, applied, layout)
  const choose = (name: string) => {
    void chooseView(sheet, name)
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
          title={one.saved && one.saved.audience !== 'own' ? viewFor(one.saved) : undefined}
          onClick={() => choose(one.name)}
        >
          {one.saved && one.saved.audience !== 'own' && <Users size={12} aria-hidden="true" />}
          {viewTitle(sheet.grid, one)}
          {one.name === view && modified && <span className={styles.modified}>{text('grid.modified')}</span>}
          {i < 9 && <kbd className={styles.digit}>{i + 1}</kbd>}
        </button>
      ))}
      <button type="button" className={styles.view} aria-keyshortcuts={save ?? undefined} {...opening.button('view')}>
        + {text('grid.saveView')}
      </button>
    </div>
  )
}

/** What has come since the list was fetched, in a button that fetches it. */
function Fresh({ sheet }: { sheet: Sheet }) {
  const { text, say } = useText()
  const { fresh, changed } = useSnapshot(sheet.state)
  const said = fresh > 0 ? say('grid.fresh', { count: fresh }) : changed ? text('grid.changed') : ''
  const take = () => {
    sheet.fetchAgain()
    // the button goes with what it was for
    toRows(sheet)
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
export function Views(props: Props) {
  return (
    <div className={styles.views}>
      <Names {...props} />
      <Fresh sheet={props.sheet} />
      <Files />
      <BulkBar />
    </div>
  )
}
