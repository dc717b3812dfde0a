import { useBound } from '#src/command/bound.ts'
import { spoken } from '#src/command/keys/show.ts'
import { openPalette } from '#src/command/open.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette; looks like the line one types into there. */
export function PaletteButton() {
  const { text } = useText()
  const keys = useBound('command.open')
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts={keys ? spoken(keys) : undefined}
      onClick={() => openPalette()}
    >
      <span className={styles.long}>{text('command.open')}</span>
      <span className={styles.short}>{text('shell.command')}</span>
      {keys && (
        <span aria-hidden="true">
          <Kbd keys={keys} />
        </span>
      )}
    </button>
  )
}
