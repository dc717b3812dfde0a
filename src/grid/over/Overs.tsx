import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { ColumnsPanel } from '../columns/ColumnsPanel.tsx'
import { FilterForm } from '../filter/FilterForm.tsx'
import { ExportPanel } from '../head/ExportPanel.tsx'
import { MorePanel } from '../head/MorePanel.tsx'
import { ViewPanel } from '../head/ViewPanel.tsx'
import type { Sheet } from '../sheet.ts'
import styles from './Over.module.css'
import { Over } from './Over.tsx'
import type { Opening, What } from './opened.ts'

interface Props {
  readonly sheet: Sheet
  readonly opening: Opening
  readonly paged: boolean
  onPaged(paged: boolean): void
}

const labels = {
  form: 'grid.form',
  columns: 'grid.columns',
  export: 'grid.export',
  view: 'grid.saveView',
  more: 'grid.more',
} as const satisfies Readonly<Record<What, string>>

/** What lies over the list, if anything does. */
export function Overs({ sheet, opening, paged, onPaged }: Props) {
  const { text } = useText()
  const { opened, close } = opening
  if (!opened) return null
  const panels: Readonly<Record<What, () => ReactNode>> = {
    form: () => <FilterForm sheet={sheet} />,
    columns: () => <ColumnsPanel sheet={sheet} paged={paged} onPaged={onPaged} />,
    export: () => <ExportPanel sheet={sheet} onClose={close} />,
    view: () => <ViewPanel sheet={sheet} onClose={close} />,
    more: () => <MorePanel sheet={sheet} opening={opening} />,
  }
  const align = opened.what === 'view' ? 'start' : 'end'
  return (
    <Over
      label={text(labels[opened.what])}
      anchor={opened.anchor}
      align={align}
      className={styles.over}
      onClose={close}
    >
      {panels[opened.what]()}
    </Over>
  )
}
