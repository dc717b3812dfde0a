import { say } from '#src/locale/text.ts'
import type { Section } from '#src/ui/Menu.tsx'
import { setOrder } from '../filtering.ts'
import { withColumn } from '../layout.ts'
import type { Sheet } from '../sheet.ts'

/** What can be done to a column, in its menu. */
export function columnMenu(sheet: Sheet, field: string, { topValues }: { topValues(): void }): Section[] {
  const { listing, state } = sheet
  const laid = state.layout.find((column) => column.field === field)
  if (!laid) return []
  const change = (to: object) => sheet.layOut(withColumn(state.layout, field, to))
  const sorts = listing.sort.includes(field)
    ? [
        { label: say('grid.ascending'), run: () => setOrder(sheet, [{ field, descending: false }]) },
        { label: say('grid.descending'), run: () => setOrder(sheet, [{ field, descending: true }]) },
      ]
    : []
  return [
    ...(sorts.length > 0 ? [{ items: sorts }] : []),
    { items: [{ label: say('grid.topValues'), keys: 'F' as const, run: topValues }] },
    {
      items: [
        {
          label: say(laid.pinned ? 'grid.unpinColumn' : 'grid.pinColumn'),
          run: () => change({ pinned: !laid.pinned }),
        },
        { label: say('grid.ownWidth'), run: () => change({ width: null }) },
        { label: say('grid.hideColumn'), run: () => change({ shown: false }) },
      ],
    },
  ]
}
