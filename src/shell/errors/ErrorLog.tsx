import { Bug } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { clearErrors, errorLog, type LoggedError, searchErrors } from '#src/call/error-log.ts'
import { closeDialog, showDialog } from '#src/command/dialog.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './ErrorLog.module.css'

/** How many defects there were, and the way to them. Not there while there is none. */
export function ErrorCount() {
  const { text } = useText()
  const count = useSnapshot(errorLog).entries.reduce((sum, { times }) => sum + times, 0)
  if (count === 0) return null
  return (
    <IconButton label={text('shell.errors.count', { count })} onClick={() => showDialog('errors')}>
      <Bug size={14} aria-hidden="true" />
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
    </IconButton>
  )
}

function Entry({ entry: { at, message, page, stack, requestId, times } }: { entry: LoggedError }) {
  const country = useCountry()
  const moment = new Date(at).toISOString()
  return (
    <li>
      <details>
        <summary>
          <time dateTime={moment}>{formatInstant(moment, country)}</time>
          <span>{message}</span>
          {times > 1 && <span>× {times}</span>}
        </summary>
        <dl>
          <dd>{page}</dd>
          {requestId && <dd>{requestId}</dd>}
          {stack && (
            <dd>
              <pre>{stack}</pre>
            </dd>
          )}
        </dl>
      </details>
    </li>
  )
}

/** Every defect since signing in, to be searched, shown to support, and cleared. */
export function ErrorLog() {
  const { text } = useText()
  const { entries } = useSnapshot(errorLog)
  const [typed, setTyped] = useState('')
  const found = searchErrors(entries, typed)
  return (
    <Dialog title={text('shell.errors')} description={text('shell.errors.says')} wide onClose={closeDialog}>
      <TextField label={text('shell.errors.search')} value={typed} onChange={({ target }) => setTyped(target.value)} />
      {found.length === 0 && <p role="status">{text('shell.errors.none')}</p>}
      <ol className={styles.entries}>
        {found.map((entry) => (
          <Entry key={`${entry.at} ${entry.message} ${entry.requestId}`} entry={entry} />
        ))}
      </ol>
      <DialogButtons>
        <Button onClick={clearErrors} disabled={entries.length === 0}>
          {text('shell.errors.clear')}
        </Button>
        <Button onClick={closeDialog}>{text('shell.done')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
