import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { fetchMade } from '../exporting.ts'
import { giveUp, letGo, useMade } from '../making.ts'
import styles from './Head.module.css'

/** Files that are being made: how far each has come, and the button that fetches it. */
export function Files() {
  const { text } = useText()
  const files = useMade()
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
              fetchMade(file.id)
              letGo(file.id)
            }}
          >
            {text('grid.fetchFile', { name: file.name })}
          </Button>
        )
      )}
      <IconButton label={text('grid.giveUpFile', { name: file.name })} onClick={() => giveUp(file)}>
        ×
      </IconButton>
    </span>
  ))
}
