import { type FormEvent, useState } from 'react'
import { type Import, type Inspection, imports } from '#contract/imports/calls.ts'
import { type DetectedMapping, fieldsOfFile, type ImportFile, ImportMapping } from '#contract/imports/mapping.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import { CheckResult } from './CheckResult.tsx'
import type { UploadedFiles } from './ChooseFiles.tsx'
import styles from './Import.module.css'
import { useImportCheck } from './use-import-check.ts'

interface MappingTableProps {
  readonly inspection: Inspection
  readonly mapping: DetectedMapping
  onMap(field: string, heading: string): void
}

/** Each field of a file, the column it is read from, and what stands there in the first row. */
function MappingTable({ inspection, mapping, onMap }: MappingTableProps) {
  const { text, word } = useText()
  const { file, headings, rows, lines, separator } = inspection
  const columns = mapping[file] as Readonly<Record<string, string>>
  const found = { count: lines, separator: word('imports.separator', separator) }
  return (
    <table className={styles.mapping}>
      <caption>
        {inspection.name} · {text('imports.linesFound', found)}
      </caption>
      <tbody>
        {fieldsOfFile(file).map((field) => {
          const heading = columns[field] ?? ''
          return (
            <tr key={field}>
              <th scope="row">{word('imports.field', field)}</th>
              <td>
                <select
                  aria-label={word('imports.field', field)}
                  value={heading}
                  onChange={({ target }) => onMap(field, target.value)}
                >
                  <option value="">{text('imports.none')}</option>
                  {headings.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </td>
              <td className={styles.sample}>{rows[0]?.[headings.indexOf(heading)] ?? ''}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const withColumnMapped = (
  mapping: DetectedMapping,
  file: ImportFile,
  field: string,
  heading: string,
): DetectedMapping => {
  const { [field]: _, ...others } = mapping[file] as Record<string, string>
  return { ...mapping, [file]: heading ? { ...others, [field]: heading } : others }
}

interface ConfirmButtonsProps {
  readonly checked: boolean
  readonly ready: boolean
  onCheck(): void
}

/** Out, or on: first to the dry run, then to the load. */
function ConfirmButtons({ checked, ready, onCheck }: ConfirmButtonsProps) {
  const { text } = useText()
  return (
    <DialogButtons>
      <Button onClick={closeDialog}>{text('imports.close')}</Button>
      {checked ? (
        <Button tone="accent" type="submit" disabled={!ready}>
          {text('imports.load')}
        </Button>
      ) : (
        <Button tone="accent" disabled={!ready} onClick={onCheck}>
          {text('imports.check')}
        </Button>
      )}
    </DialogButtons>
  )
}

interface Props {
  readonly uploaded: UploadedFiles
  onStarted(started: Import): void
}

/** How the files were understood, to be put right and confirmed. What is loaded stays: the count has to be typed. */
export function ConfirmMapping({ uploaded, onStarted }: Props) {
  const { text } = useText()
  const [mapping, setMapping] = useState(uploaded.mapping)
  const [typed, setTyped] = useState('')
  const { id, lines } = uploaded.import
  const { check, running, begin, forget } = useImportCheck(id)
  const complete = ImportMapping.safeParse(mapping)
  const change = (next: DetectedMapping) => {
    setMapping(next)
    forget() // it was about another mapping
  }
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (!complete.success || !check || typed.trim() !== String(lines)) return
    const started = await submitCall(imports.start, { id, mapping: complete.data }).catch(() => null) // told by `submit`
    if (started) onStarted(started)
  }
  return (
    <form onSubmit={start}>
      <p className={styles.hint}>{text('imports.mapping')}</p>
      <div className={styles.scroll}>
        {uploaded.files.map((inspection) => (
          <MappingTable
            key={inspection.file}
            inspection={inspection}
            mapping={mapping}
            onMap={(field, heading) => change(withColumnMapped(mapping, inspection.file, field, heading))}
          />
        ))}
      </div>
      <TextField
        label={text('imports.bookName')}
        hint={text('imports.bookHint')}
        value={mapping.book ?? ''}
        onChange={({ target }) => change({ ...mapping, book: target.value || null })}
      />
      {check && <CheckResult check={check} id={id} />}
      {check && (
        <TextField
          label={text('imports.confirmCount', { count: lines })}
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <ConfirmButtons
        checked={check !== null}
        ready={complete.success && (check ? typed.trim() === String(lines) : !running)}
        onCheck={() => complete.success && void begin(complete.data)}
      />
    </form>
  )
}
