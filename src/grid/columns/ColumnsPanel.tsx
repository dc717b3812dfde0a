import { ArrowDown, ArrowUp, Pin } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import {
  type ColumnLayout,
  declaredLayout,
  widthMin,
  widthOf,
  withColumnChanged,
  withColumnMoved,
} from '../model/layout.ts'
import styles from './ColumnsPanel.module.css'

interface LineProps {
  readonly model: GridModel
  readonly laid: ColumnLayout
}

/** One column: whether it is shown, where it stands, whether it stays in view, how wide it is. */
function ColumnLine({ model, laid: { field, shown, pinned, width } }: LineProps) {
  const { text } = useText()
  const label = labelOf(model.listing, field)
  const column = model.grid.columns.find((one) => one.field === field)!
  const change = (to: Partial<ColumnLayout>) => model.layOut(withColumnChanged(model.state.layout, field, to))
  const move = (by: number) => model.layOut(withColumnMoved(model.state.layout, field, by))
  return (
    <li className={styles.line}>
      <label className={styles.name}>
        <input type="checkbox" checked={shown} onChange={() => change({ shown: !shown })} /> {label}
      </label>
      <input
        type="number"
        className={styles.width}
        aria-label={text('grid.widthOf', { column: label })}
        min={widthMin}
        step={8}
        value={width ?? widthOf(column)}
        onChange={({ target }) => {
          if (target.valueAsNumber >= widthMin) change({ width: target.valueAsNumber })
        }}
      />
      <IconButton
        label={text('grid.pin', { column: label })}
        aria-pressed={pinned}
        onClick={() => change({ pinned: !pinned })}
      >
        <Pin size={13} />
      </IconButton>
      <IconButton label={text('grid.moveUp', { column: label })} onClick={() => move(-1)}>
        <ArrowUp size={13} />
      </IconButton>
      <IconButton label={text('grid.moveDown', { column: label })} onClick={() => move(1)}>
        <ArrowDown size={13} />
      </IconButton>
    </li>
  )
}

interface Props {
  readonly model: GridModel
  /** Whether the list is read page by page. */
  readonly paged: boolean
  onPaged(paged: boolean): void
}

/** The columns of a list: which are shown, in which order, how wide; and whether the list is read page by page. */
export function ColumnsPanel({ model, paged, onPaged }: Props) {
  const { text } = useText()
  const { layout } = useSnapshot(model.state)
  return (
    <div className={styles.panel}>
      <ul className={styles.lines}>
        {layout.map((laid) => (
          <ColumnLine key={laid.field} model={model} laid={laid} />
        ))}
      </ul>
      <label className={styles.name}>
        <input type="checkbox" checked={paged} onChange={() => onPaged(!paged)} /> {text('grid.paged')}
      </label>
      <Button onClick={() => model.layOut(declaredLayout(model.grid))}>{text('grid.resetColumns')}</Button>
    </div>
  )
}
