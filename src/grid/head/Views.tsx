import { useSnapshot } from 'valtio'
import { nounOf } from '#src/call/call.ts'
import { BulkBar } from '#src/command/BulkBar.tsx'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { chooseView, isModified } from '../filtering.ts'
import type { Sheet } from '../sheet.ts'
import styles from './Head.module.css'

/** The named filters of a list, each with the digit that chooses it, and what has come since it was fetched. */
export function Views({ sheet, onChosen }: { sheet: Sheet; onChosen(): void }) {
  const { text, say } = useText()
  const { applied, view, fresh, changed } = useSnapshot(sheet.state)
  const modified = view !== null && isModified(sheet, applied.line, view)
  const noun = nounOf(sheet.listing)
  return (
    <div className={styles.views}>
      <div role="toolbar" aria-label={text('grid.views')} className={styles.names}>
        {sheet.grid.views.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            className={styles.view}
            aria-pressed={name === view}
            aria-keyshortcuts={i < 9 ? `v ${i + 1}` : undefined}
            onClick={() => {
              chooseView(sheet, name)
              onChosen()
            }}
          >
            {say(`${noun}.view.${name}`)}
            {name === view && modified && <span className={styles.modified}>{text('grid.modified')}</span>}
            {i < 9 && <kbd className={styles.digit}>{i + 1}</kbd>}
          </button>
        ))}
      </div>
      {(fresh > 0 || changed) && (
        <Button tone="quiet" className={styles.fresh} onClick={() => sheet.fetchAgain()}>
          {fresh > 0 ? say('grid.fresh', { count: fresh }) : text('grid.changed')}
        </Button>
      )}
      <BulkBar />
    </div>
  )
}
