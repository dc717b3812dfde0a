import { useSnapshot } from 'valtio'
import { parse } from '#contract/kernel/query/parse.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ask } from './filtering.ts'
import { toRows } from './focus.ts'
import styles from './States.module.css'
import { rowsOfBlock, type Sheet } from './sheet.ts'

const retry = (sheet: Sheet) => () => {
  sheet.pages.forgive()
  if (sheet.pages.asOf) sheet.surface?.looked()
  else sheet.fetchAgain()
  // the button goes with what it was for
  toRows(sheet)
}

/** Nothing matches: says so, and how to see everything. */
function Empty({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { applied } = useSnapshot(sheet.state)
  const filtered = applied.where !== ''
  return (
    <Notice title={text(filtered ? 'grid.nothingMatches' : 'grid.empty')}>
      {filtered && (
        <Button onClick={() => void ask(sheet, parse('', sheet.reader).query, null, 'applied')}>
          {text('grid.clearFilter')}
        </Button>
      )}
    </Notice>
  )
}

/** Some rows could not be fetched: says which, and tries again when asked. The rest stays usable. */
function Failures({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { failed, count, problem } = useSnapshot(sheet.state)
  const rows = failed.map((block) => rowsOfBlock(block, count).join('–')).join(', ')
  return (
    <div className={styles.banner} role="alert">
      {text('grid.failed', { rows })} {problem?.message}
      <Button onClick={retry(sheet)}>{text('grid.tryAgain')}</Button>
    </div>
  )
}

/** What stands in place of the rows, or over them, where there are none or some are missing. */
export function States({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { waiting, count, failed, problem } = useSnapshot(sheet.state)
  if (problem && sheet.pages.asOf === null) {
    return (
      <div className={styles.instead}>
        <Notice tone="bad" title={text('grid.broken')}>
          <p>{problem.message}</p>
          <Button onClick={retry(sheet)}>{text('grid.tryAgain')}</Button>
        </Notice>
      </div>
    )
  }
  if (failed.length > 0) return <Failures sheet={sheet} />
  if (waiting || count !== 0) return null
  return (
    <div className={styles.instead}>
      <Empty sheet={sheet} />
    </div>
  )
}
