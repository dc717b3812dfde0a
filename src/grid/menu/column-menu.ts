import { shortcutHint } from '#src/command/shortcuts.ts'
import { say } from '#src/locale/text.ts'
import type { MenuItem, MenuSection } from '#src/ui/overlay/Menu.tsx'
import { setOrder } from '../actions/filter-and-sort.ts'
import type { GridModel } from '../model/grid-model.ts'
import { withColumnChanged, withColumnSwapped } from '../model/layout.ts'

/** What the page around a list does when the menu of a column asks for it. */
interface ColumnMenuHandlers {
  topValues(): void
  columns(): void
}

/** The orders by a column; the one that is in force is chosen. */
function ordersBy(model: GridModel, field: string): MenuItem[] {
  const { listing, state } = model
  if (!listing.sort.includes(field)) return []
  const { sort } = state.applied.query
  const now = sort.find((order) => order.field === field)
  const others = sort.filter((order) => order.field !== field)
  const by = (label: string, descending: boolean): MenuItem => ({
    label: say(label),
    chosen: now?.descending === descending,
    run: () => setOrder(model, [{ field, descending }]),
  })
  return [
    by('grid.ascending', false),
    by('grid.descending', true),
    ...(others.length > 0 && !now
      ? [
          {
            label: say('grid.addSort'),
            ...shortcutHint('grid.addSort'),
            run: () => setOrder(model, [...others, { field, descending: false }]),
          },
        ]
      : []),
    ...(now ? [{ label: say('grid.unsort'), run: () => setOrder(model, others) }] : []),
  ]
}

/** What can be done to a column, in its menu. */
export function columnMenu(model: GridModel, field: string, around: ColumnMenuHandlers): MenuSection[] {
  const { reader, state } = model
  const laid = state.layout.find((column) => column.field === field)
  if (!laid) return []
  const change = (to: object) => model.layOut(withColumnChanged(state.layout, field, to))
  const move = (way: 1 | -1) => model.layOut(withColumnSwapped(state.layout, field, way))
  const orders = ordersBy(model, field)
  const looks: MenuItem[] = [
    { label: say(laid.pinned ? 'grid.unpinColumn' : 'grid.pinColumn'), run: () => change({ pinned: !laid.pinned }) },
    { label: say('grid.columnLeft'), run: () => move(-1) },
    { label: say('grid.columnRight'), run: () => move(1) },
    { label: say('grid.ownWidth'), run: () => change({ width: null }) },
    { label: say('grid.hideColumn'), run: () => change({ shown: false }) },
    { label: say('grid.allColumns'), ...shortcutHint('grid.columns'), run: around.columns },
  ]
  const filters: MenuItem[] = reader.fields.some(({ name }) => name === field)
    ? [{ label: say('grid.topValues'), ...shortcutHint('grid.topValues'), run: around.topValues }]
    : [{ label: say('grid.topValues'), run: around.topValues, off: say('faults.cell_not_filterable') }]
  return [orders, filters, looks].filter((items) => items.length > 0).map((items) => ({ items }))
}
