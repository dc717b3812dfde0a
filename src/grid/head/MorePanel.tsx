import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { mayExport } from '../exporting.ts'
import { chooseView, setOrder } from '../filtering.ts'
import { markAll, unmarkAll } from '../marking.ts'
import type { Opening } from '../over/opened.ts'
import { labelOf } from '../reader.ts'
import { countOf } from '../selection.ts'
import type { Sheet } from '../sheet.ts'
import { useViews, viewTitle } from '../views.ts'
import styles from './Panel.module.css'

/** The view that is shown. */
function View({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { view } = useSnapshot(sheet.state)
  const views = useViews(sheet.grid)
  return (
    <label className={styles.row}>
      {text('grid.view')}
      <select value={view ?? ''} onChange={({ target }) => void chooseView(sheet, target.value)}>
        {views.map((one) => (
          <option key={one.name} value={one.name}>
            {viewTitle(sheet.grid, one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the list is sorted by, and which way. */
function Order({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { listing, state } = sheet
  const { sort } = useSnapshot(state).applied.query
  const [first] = sort
  const value = first ? `${first.descending ? '-' : ''}${first.field}` : ''
  const choose = (chosen: string) =>
    setOrder(sheet, chosen ? [{ field: chosen.replace('-', ''), descending: chosen.startsWith('-') }] : [])
  return (
    <label className={styles.row}>
      {text('grid.order')}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">–</option>
        {listing.sort.flatMap((field) => [
          <option key={field} value={field}>
            {labelOf(listing, field)} ↑
          </option>,
          <option key={`-${field}`} value={`-${field}`}>
            {labelOf(listing, field)} ↓
          </option>,
        ])}
      </select>
    </label>
  )
}

/** What a small screen has no other place for. */
export function MorePanel({ sheet, opening }: { sheet: Sheet; opening: Opening }) {
  const { text, say } = useText()
  const { marks, count } = useSnapshot(sheet.state)
  const marked = countOf(marks)
  const act = (run: () => void) => () => {
    opening.close()
    run()
  }
  return (
    <div className={styles.panel}>
      <View sheet={sheet} />
      <Order sheet={sheet} />
      <div className={styles.buttons}>
        <Button onClick={act(() => markAll(sheet))} disabled={!count}>
          {text('grid.markAll')}
        </Button>
        {marked > 0 && <Button onClick={act(() => unmarkAll(sheet))}>{text('grid.unmarkAll')}</Button>}
        <Button onClick={act(() => sheet.fetchAgain())}>{text('grid.refetch')}</Button>
        <Button onClick={() => opening.open('view')}>{text('grid.saveView')}</Button>
        {mayExport(sheet) && <Button onClick={() => opening.open('export')}>{say('grid.export')}</Button>}
      </div>
    </div>
  )
}
