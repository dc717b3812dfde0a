import { useSnapshot } from 'valtio'
import { parse } from '#contract/kernel/query/parse.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { applyFilter } from './actions/filter-and-sort.ts'
import { focusRows } from './actions/focus.ts'
import styles from './EmptyStates.module.css'
import type { GridModel } from './model/grid-model.ts'
import { rowsOfBlock } from './model/pages.ts'

const retry = (model: GridModel) => () => {
  model.pages.clearFailures()
  if (model.pages.asOf) model.renderer?.fetchVisible()
  else model.refetch()
  // the button goes with what it was for
  focusRows(model)
}

/** Nothing matches: says so, and how to see everything; of an empty list, that others may see more of it. */
function NothingMatches({ model }: { model: GridModel }) {
  const { text } = useText()
  const { applied } = useSnapshot(model.state)
  const filtered = applied.where !== ''
  return (
    <Notice title={text(filtered ? 'grid.nothingMatches' : 'grid.empty')}>
      {!filtered && <p>{text('grid.empty.reach')}</p>}
      {filtered && (
        <Button onClick={() => void applyFilter(model, parse('', model.reader).query, null, 'applied')}>
          {text('grid.clearFilter')}
        </Button>
      )}
    </Notice>
  )
}

/** Some rows could not be fetched: says which, and tries again when asked. The rest stays usable. */
function Failures({ model }: { model: GridModel }) {
  const { text } = useText()
  const { failed, count, problem } = useSnapshot(model.state)
  const rows = failed.map((block) => rowsOfBlock(block, count).join('–')).join(', ')
  return (
    <div className={styles.banner} role="alert">
      {text('grid.failed', { rows })} {problem?.message}
      <Button onClick={retry(model)}>{text('grid.tryAgain')}</Button>
    </div>
  )
}

/** What stands in place of the rows, or over them, where there are none or some are missing. */
export function EmptyStates({ model }: { model: GridModel }) {
  const { text } = useText()
  const { waiting, count, failed, problem } = useSnapshot(model.state)
  if (problem && model.pages.asOf === null) {
    return (
      <div className={styles.instead}>
        <Notice tone="bad" title={text('grid.broken')}>
          <p>{problem.message}</p>
          <Button onClick={retry(model)}>{text('grid.tryAgain')}</Button>
        </Notice>
      </div>
    )
  }
  if (failed.length > 0) return <Failures model={model} />
  if (waiting || count !== 0) return null
  return (
    <div className={styles.instead}>
      <NothingMatches model={model} />
    </div>
  )
}
