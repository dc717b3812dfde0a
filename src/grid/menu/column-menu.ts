import { hintOf } from '#src/command/bound.ts'
import { say } from '#src/locale/text.ts'
import type { Item, Section } from '#src/ui/Menu.tsx'
import { setOrder } from '../filtering.ts'
import { withColumn, withSwapped } from '../layout.ts'
import type { Sheet } from '../sheet.ts'

/** What the page around a list does when the menu of a column asks for it. */
interface Around {
  topValues(): void
  columns(): void
}

/** The orders by a column; the one that is in force is chosen. */
function ordersBy(sheet: Sheet, field: string): Item[] {
  const { listing, state } = sheet
  if (!listing.sort.includes(field)) return []
  const { sort } = state.applied.query
  const now = sort.find((order) => order.field === field)
  const others = sort.filter((order) => order.field !== field)
  const by = (label: string, descending: boolean): Item => ({
    label: say(label),
    chosen: now?.descending === descending,
    run: () => setOrder(sheet, [{ field, descending }]),
  })
  return [
    by('grid.ascending', false),
    by('grid.descending', true),
    ...(others.length > 0 && !now
      ? [
          {
            label: say('grid.addSort'),
            ...hintOf('grid.addSort'),
            run: () => setOrder(sheet, [...others, { field, descending: false }]),
          },
        ]
      : []),
    ...(now ? [{ label: say('grid.unsort'), run: () => setOrder(sheet, others) }] : []),
  ]
}

/** What can be done to a column, in its menu. */
export function columnMenu(sheet: Sheet, field: string, around: Around): Section[] {
  const { listing, state } = sheet
  const laid = state.layout.find((column) => column.field === field)
  if (!laid) return []
  const change = (to: object) => sheet.layOut(withColumn(state.layout, field, to))
  const move = (way: 1 | -1) => sheet.layOut(withSwapped(state.layout, field, way))
  const orders = ordersBy(sheet, field)
  const looks: Item[] = [
    { label: say(laid.pinned ? 'grid.unpinColumn' : 'grid.pinColumn'), run: () => change({ pinned: !laid.pinned }) },
    { label: say('grid.columnLeft'), run: () => move(-1) },
    { label: say('grid.columnRight'), run: () => move(1) },
    { label: say('grid.ownWidth'), run: () => change({ width: null }) },
    { label: say('grid.hideColumn'), run: () => change({ shown: false }) },
    { label: say('grid.allColumns'), ...hintOf('grid.columns'), run: around.columns },
  ]
  const filters: Item[] = listing.filter.includes(field)
    ? [{ label: say('grid.topValues'), ...hintOf('grid.topValues'), run: around.topValues }]
    : []
  return [orders, filters, looks].filter((items) => items.length > 0).map((items) => ({ items }))
}
