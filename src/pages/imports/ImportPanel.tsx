import { useState } from 'react'
import type { Import, imports } from '#contract/imports/calls.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { closePanel } from '#src/command/panels.ts'
import { useText } from '#src/locale/text.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ChooseFiles } from './ChooseFiles.tsx'
import { ConfirmMapping } from './ConfirmMapping.tsx'
import { FollowImport } from './FollowImport.tsx'

/** What the server found in the files. */
export type Uploaded = Output<typeof imports.upload>

/** Loading a book from a file: choose it, see how it was understood, have it loaded, see what became of it. */
export function ImportPanel() {
  const { text } = useText()
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [started, setStarted] = useState<Import | null>(null)
  return (
    <Dialog title={text('imports.open')} onClose={closePanel}>
      {started ? (
        <FollowImport started={started} />
      ) : uploaded ? (
        <ConfirmMapping uploaded={uploaded} onStarted={setStarted} />
      ) : (
        <ChooseFiles onUploaded={setUploaded} />
      )}
    </Dialog>
  )
}
