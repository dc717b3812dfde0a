import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { mayExport } from '../actions/export-rows.ts'
import { chooseView, setOrder } from '../actions/filter-and-sort.ts'
import { markAllMatching, unmarkAll } from '../actions/select-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import { markCount } from '../model/selection.ts'
import { useViews, viewTitle } from '../model/views.ts'
import styles from './Panel.module.css'
import type { PopoverState } from './use-popover.ts'

/** The view that is shown. */
function View({ model }: { model: GridModel }) {
  const { text } = useText()
  const { view } = useSnapshot(model.state)
  const views = useViews(model.grid)
  return (
    <label className={styles.row}>
      {text('grid.view')}
      <select value={view ?? ''} onChange={({ target }) => void chooseView(model, target.value)}>
        {views.map((one) => (
          <option key={one.name} value={one.name}>
            {viewTitle(model.grid, one)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the list is sorted by, and which way. */
function Order({ model }: { model: GridModel }) {
  const { text } = useText()
  const { listing, state } = model
  const { sort } = useSnapshot(state).applied.query
  const [first] = sort
  const value = first ? `${first.descending ? '-' : ''}${first.field}` : ''
  const choose = (chosen: string) =>
    setOrder(model, chosen ? [{ field: chosen.replace('-', ''), descending: chosen.startsWith('-') }] : [])
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
export function MorePanel({ model, opening }: { model: GridModel; opening: PopoverState }) {
  const { text, say } = useText()
  const { marks, count } = useSnapshot(model.state)
  const marked = markCount(marks)
  const act = (run: () => void) => () => {
    opening.close()
    run()
  }
  return (
    <div className={styles.panel}>
      <View model={model} />
      <Order model={model} />
      <div className={styles.buttons}>
        <Button onClick={act(() => markAllMatching(model))} disabled={!count}>
          {text('grid.markAll')}
        </Button>
        {marked > 0 && <Button onClick={act(() => unmarkAll(model))}>{text('grid.unmarkAll')}</Button>}
        <Button onClick={act(() => model.refetch())}>{text('grid.refetch')}</Button>
        <Button onClick={() => opening.open('view')}>{text('grid.saveView')}</Button>
        {mayExport(model) && <Button onClick={() => opening.open('export')}>{say('grid.export')}</Button>}
      </div>
    </div>
  )
}
