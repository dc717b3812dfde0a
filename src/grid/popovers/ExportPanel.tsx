import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { reasonMax, reasonMin } from '#contract/exports.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { FileFormat } from '#contract/kernel/list.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { defaultScope, type ExportScope, exportRows, mayUnmask, rowsInScope } from '../actions/export-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markCount } from '../model/selection.ts'
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
function useExtents(model: GridModel): readonly (readonly [ExportScope, string])[] {
  const { say, text } = useText()
  const language = useLanguage()
  const { marks } = useSnapshot(model.state)
  const rows = (key: string, extent: ExportScope) => {
    const count = rowsInScope(model, extent) ?? 0
    return [extent, say(key, { count, rows: count.toLocaleString(localeOf(language)) })] as const
  }
  return [
    ...(markCount(marks) > 0 ? [rows('grid.exportMarked', 'marked')] : []),
    rows('grid.exportMatching', 'matching'),
    ['all', text('grid.exportAll')],
  ]
}

interface PersonalProps {
  /** Why personal data is to be in full; null where it is masked. */
  readonly reason: string | null
  onChoose(reason: string | null): void
}

/** Asks whether personal data is masked, and if not why. */
function Personal({ reason, onChoose }: PersonalProps) {
  const { text } = useText()
  return (
    <>
      <Choices<'masked' | 'full'>
        legend={text('grid.exportPersonal')}
        of={[
          ['masked', text('grid.exportMasked')],
          ['full', text('grid.exportFull')],
        ]}
        value={reason === null ? 'masked' : 'full'}
        onChoose={(value) => onChoose(value === 'full' ? '' : null)}
      />
      {reason !== null && (
        <TextField
          label={text('grid.exportReason')}
          hint={text('grid.exportReasonHint')}
          value={reason}
          maxLength={reasonMax}
          required
          onChange={({ target }) => onChoose(target.value)}
        />
      )}
    </>
  )
}

/** Asks which rows, which columns and what kind of file, and saves it. */
export function ExportPanel({ model, onClose }: { model: GridModel; onClose(): void }) {
  const { text } = useText()
  const [extent, setExtent] = useState(() => defaultScope(model))
  const [columns, setColumns] = useState<'shown' | 'all'>('shown')
  const [format, setFormat] = useState<FileFormat>('csv')
  const [reason, setReason] = useState<string | null>(null)
  const why = reason?.trim()
  const short = why !== undefined && why.length < reasonMin
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (short) return
    onClose()
    void exportRows(model, { extent, format, allColumns: columns === 'all', ...(why && { reason: why }) })
  }
  return (
    <form className={styles.panel} onSubmit={save}>
      <Choices<ExportScope>
        legend={text('grid.exportRows')}
        of={useExtents(model)}
        value={extent}
        onChoose={setExtent}
      />
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
      {mayUnmask(model) && <Personal reason={reason} onChoose={setReason} />}
      <Button type="submit" tone="accent" disabled={short}>
        {text('grid.export')}
      </Button>
    </form>
  )
}
