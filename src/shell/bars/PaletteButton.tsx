import { openPalette } from '#src/command/run/palette-state.ts'
import { useShortcut } from '#src/command/shortcuts.ts'
import { ariaKeyShortcuts } from '#src/keyboard/format-shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette; looks like the line one types into there. */
export function PaletteButton() {
  const { text } = useText()
  const keys = useShortcut('command.open')
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts={keys ? ariaKeyShortcuts(keys) : undefined}
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
