import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { FileFormat } from '#contract/kernel/list.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { type Extent, exportRows, extentOf, usualExtent } from '../exporting.ts'
import { countOf } from '../selection.ts'
import type { Sheet } from '../sheet.ts'
import styles from './Panel.module.css'

interface ChoicesProps<Value extends string> {
  readonly legend: string
  /** Each value with what it is called. */
  readonly of: readonly (readonly [Value, string])[]
  readonly value: Value
  onChoose(value: Value): void
}

/** One of several, all in sight. */
function Choices<Value extends string>({ legend, of, value, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {of.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={legend} checked={one === value} onChange={() => onChoose(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Which rows there are to take out, each with how many they are. */
function useExtents(sheet: Sheet): readonly (readonly [Extent, string])[] {
  const { say, text } = useText()
  const language = useLanguage()
  const { marks } = useSnapshot(sheet.state)
  const rows = (key: string, extent: Extent) => {
    const count = extentOf(sheet, extent) ?? 0
    return [extent, say(key, { count, rows: count.toLocaleString(language) })] as const
  }
  return [
    ...(countOf(marks) > 0 ? [rows('grid.exportMarked', 'marked')] : []),
    rows('grid.exportMatching', 'matching'),
    ['all', text('grid.exportAll')],
  ]
}

/** Asks which rows, which columns and what kind of file, and saves it. */
export function ExportPanel({ sheet, onClose }: { sheet: Sheet; onClose(): void }) {
  const { text } = useText()
  const [extent, setExtent] = useState(() => usualExtent(sheet))
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const [format, setFormat] = useState<FileFormat>('csv')
  const save = () => {
    onClose()
    void exportRows(sheet, { extent, format, allColumns: columns === 'all' })
  }
  return (
    <div className={styles.panel}>
      <Choices<Extent> legend={text('grid.exportRows')} of={useExtents(sheet)} value={extent} onChoose={setExtent} />
      <Choices<'shown' | 'all'>
        legend={text('grid.columns')}
        of={[
          ['shown', text('grid.exportShown')],
          ['all', text('grid.exportAllColumns')],
        ]}
        value={columns}
        onChoose={setColumns}
      />
      <Choices<FileFormat>
        legend={text('grid.exportFormat')}
        of={FileFormat.options.map((one) => [one, text(`grid.format.${one}`)])}
        value={format}
        onChoose={setFormat}
      />
      <Button tone="accent" onClick={save}>
        {text('grid.export')}
      </Button>
    </div>
  )
}
