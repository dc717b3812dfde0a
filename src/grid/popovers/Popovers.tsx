import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { AnchoredPopover } from '#src/ui/overlay/AnchoredPopover.tsx'
import { ColumnsPanel } from '../columns/ColumnsPanel.tsx'
import { FilterForm } from '../filter/FilterForm.tsx'
import type { GridModel } from '../model/grid-model.ts'
import { ExportPanel } from './ExportPanel.tsx'
import { MorePanel } from './MorePanel.tsx'
import styles from './Popovers.module.css'
import { SaveViewPanel } from './SaveViewPanel.tsx'
import type { PopoverName, PopoverState } from './use-popover.ts'

interface Props {
  readonly model: GridModel
  readonly opening: PopoverState
  readonly paged: boolean
  onPaged(paged: boolean): void
}

const labels = {
  form: 'grid.form',
  columns: 'grid.columns',
  export: 'grid.export',
  view: 'grid.saveView',
  more: 'grid.more',
} as const satisfies Readonly<Record<PopoverName, string>>

/** What lies over the list, if anything does. */
export function Popovers({ model, opening, paged, onPaged }: Props) {
  const { text } = useText()
  const { opened, close } = opening
  if (!opened) return null
  const panels: Readonly<Record<PopoverName, () => ReactNode>> = {
    form: () => <FilterForm model={model} />,
    columns: () => <ColumnsPanel model={model} paged={paged} onPaged={onPaged} />,
    export: () => <ExportPanel model={model} onClose={close} />,
    view: () => <SaveViewPanel model={model} onClose={close} />,
    more: () => <MorePanel model={model} opening={opening} />,
  }
  const align = opened.what === 'view' ? 'start' : 'end'
  return (
    <AnchoredPopover
      label={text(labels[opened.what])}
      anchor={opened.anchor}
      align={align}
      className={styles.over}
      onClose={close}
    >
      {panels[opened.what]()}
    </AnchoredPopover>
  )
}
