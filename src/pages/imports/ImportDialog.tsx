import { useState } from 'react'
import type { Import } from '#contract/imports/calls.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { ChooseFiles, type UploadedFiles } from './ChooseFiles.tsx'
import { ConfirmMapping } from './ConfirmMapping.tsx'
import { EarlierImports } from './EarlierImports.tsx'
import { ImportProgress } from './ImportProgress.tsx'

/** Loading a book from a file: choose it, see how it was understood, have it loaded, see what became of it. */
export function ImportDialog() {
  const { text } = useText()
  const [uploaded, setUploaded] = useState<UploadedFiles | null>(null)
  const [started, setStarted] = useState<Import | null>(null)
  return (
    <Dialog title={text('imports.open')} onClose={closeDialog}>
      {started ? (
        <ImportProgress started={started} />
      ) : uploaded ? (
        <ConfirmMapping uploaded={uploaded} onStarted={setStarted} />
      ) : (
        <>
          <ChooseFiles onUploaded={setUploaded} />
          <EarlierImports />
        </>
      )}
    </Dialog>
  )
}
