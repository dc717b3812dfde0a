import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { downloadFile } from '../actions/export-rows.ts'
import { cancelFileJob, dismissFileJob, useFileJobs } from '../actions/file-jobs.ts'
import styles from './Toolbar.module.css'

/** Files that are being made: how far each has come, and the button that fetches it. */
export function FileJobs() {
  const { text } = useText()
  const files = useFileJobs()
  return files.map((file) => (
    <span key={file.id} className={styles.file}>
      {file.state === 'making' ? (
        <>
          <progress aria-label={file.name} max={file.count || undefined} value={file.done} />
          {Math.floor((100 * file.done) / Math.max(1, file.count))} %
        </>
      ) : (
        file.state === 'done' && (
          <Button
            onClick={() => {
              downloadFile(file.id)
              dismissFileJob(file.id)
            }}
          >
            {text('grid.fetchFile', { name: file.name })}
          </Button>
        )
      )}
      <IconButton label={text('grid.giveUpFile', { name: file.name })} onClick={() => cancelFileJob(file)}>
        ×
      </IconButton>
    </span>
  ))
}
