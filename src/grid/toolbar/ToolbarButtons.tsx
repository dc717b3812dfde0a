import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { mayExport } from '../actions/export-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { PopoverState } from '../popovers/use-popover.ts'

interface Props {
  readonly model: GridModel
  readonly opening: PopoverState
  /** What the page adds. */
  readonly children: ReactNode
}

/** What can be done with the list as a whole. */
export function ToolbarButtons({ model, opening, children }: Props) {
  const { text } = useText()
  return (
    <>
      {children}
      <Button {...opening.button('columns')}>{text('grid.columns')}</Button>
      {mayExport(model) && <Button {...opening.button('export')}>{text('grid.export')}</Button>}
    </>
  )
}
