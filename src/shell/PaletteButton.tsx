import { openPalette } from '#src/command/open.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette; looks like the line one types into there. */
export function PaletteButton() {
  const { text } = useText()
  return (
    <button type="button" className={styles.button} aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()}>
      <span className={styles.long}>{text('command.open')}</span>
      <span className={styles.short}>{text('shell.command')}</span>
      <span aria-hidden="true">
        <Kbd keys="mod+k" />
      </span>
    </button>
  )
}
