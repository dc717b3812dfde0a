import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { mayExport } from '../exporting.ts'
import type { Opening } from '../over/opened.ts'
import type { Sheet } from '../sheet.ts'

interface Props {
  readonly sheet: Sheet
  readonly opening: Opening
  /** What the page adds. */
  readonly children: ReactNode
}

/** What can be done with the list as a whole. */
export function Tools({ sheet, opening, children }: Props) {
  const { text } = useText()
  return (
    <>
      {children}
      <Button {...opening.button('columns')}>{text('grid.columns')}</Button>
      {mayExport(sheet) && <Button {...opening.button('export')}>{text('grid.export')}</Button>}
    </>
  )
}
