import { type ReactNode, type RefObject, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu } from '#src/ui/Menu.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { ColumnsPanel } from '../columns/ColumnsPanel.tsx'
import { exportRows, mayExport } from '../exporting.ts'
import { countOf } from '../selection.ts'
import type { Sheet } from '../sheet.ts'

interface Props {
  readonly sheet: Sheet
  readonly paged: boolean
  onPaged(paged: boolean): void
  /** What a key opens. */
  readonly columns: RefObject<HTMLButtonElement | null>
  /** What the page adds. */
  readonly children: ReactNode
}

/** Saves the list as a file: what is marked, what matches, or all of it. */
function ExportMenu({ sheet }: { sheet: Sheet }) {
  const { text, say } = useText()
  const { marks, count } = useSnapshot(sheet.state)
  const [busy, setBusy] = useState(false)
  const marked = countOf(marks)
  const save =
    (...how: [Parameters<typeof exportRows>[1], Parameters<typeof exportRows>[2]?]) =>
    () => {
      setBusy(true)
      void exportRows(sheet, ...how).finally(() => setBusy(false))
    }
  const extents = [
    ...(marked > 0 ? [{ label: say('grid.exportMarked', { count: marked }), run: save('marked') }] : []),
    { label: say('grid.exportMatching', { count: count ?? 0 }), run: save('matching') },
    { label: text('grid.exportAllColumns'), run: save(marked > 0 ? 'marked' : 'matching', { allColumns: true }) },
    { label: text('grid.exportAll'), run: save('all', { allColumns: true }) },
  ]
  return (
    <Menu sections={[{ items: extents }]}>
      <Button busy={busy}>{text('grid.export')}</Button>
    </Menu>
  )
}

/** What can be done with the list as a whole. */
export function Tools({ sheet, paged, onPaged, columns, children }: Props) {
  const { text } = useText()
  return (
    <>
      {children}
      <Popover label={text('grid.columns')} trigger={<Button ref={columns}>{text('grid.columns')}</Button>}>
        <ColumnsPanel sheet={sheet} paged={paged} onPaged={onPaged} />
      </Popover>
      {mayExport(sheet) && <ExportMenu sheet={sheet} />}
    </>
  )
}
