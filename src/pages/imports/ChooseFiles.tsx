import { type FormEvent, useState } from 'react'
import { imports } from '#contract/imports/calls.ts'
import { type ImportFile, importFiles } from '#contract/imports/mapping.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { upload } from '#src/call/upload.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './Import.module.css'

/** What the server found in the files. */
export type UploadedFiles = Output<typeof imports.upload>

const labels = { loans: 'imports.loansFile', customers: 'imports.customersFile' } as const satisfies Record<
  ImportFile,
  string
>

/** Which files the book is in. Nothing of them is loaded yet. */
export function ChooseFiles({ onUploaded }: { onUploaded(uploaded: UploadedFiles): void }) {
  const { text } = useText()
  const [files, setFiles] = useState<Partial<Record<ImportFile, File>>>({})
  const [state, setState] = useState<{ reading: boolean; problem: string | null }>({ reading: false, problem: null })

  const read = async (event: FormEvent) => {
    event.preventDefault()
    if (!files.loans || state.reading) return
    setState({ reading: true, problem: null })
    try {
      onUploaded(await upload(imports.upload, files))
    } catch (error) {
      setState({ reading: false, problem: errorMessage(error) })
    }
  }
  return (
    <form onSubmit={read}>
      <p className={styles.hint}>{text('imports.chooseHint')}</p>
      {importFiles.map((name) => (
        <label key={name} className={styles.file}>
          {text(labels[name])}
          <input
            type="file"
            accept=".csv,text/csv"
            required={name === 'loans'}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              setFiles(({ [name]: _, ...others }) => (file ? { ...others, [name]: file } : others))
            }}
          />
        </label>
      ))}
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      {state.reading && <Progress label={text('imports.look')} />}
      <DialogButtons>
        <Button onClick={closeDialog}>{text('imports.close')}</Button>
        <Button tone="accent" type="submit" disabled={!files.loans || state.reading}>
          {text('imports.look')}
        </Button>
      </DialogButtons>
    </form>
  )
}
