import type { Command } from '#src/command/command.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import fitting from '#src/ui/fitting.module.css'
import { Menu, type MenuSection } from '#src/ui/overlay/Menu.tsx'
import { useFitting } from '#src/ui/use-fitting.ts'
import styles from './CommandRow.module.css'
import { startCommand } from './executor.ts'

interface Props {
  /** What the row is called, where it is a toolbar of its own. */
  readonly label?: string
  readonly commands: readonly Command[]
  /** What stands behind 'More' beside those that are seen. */
  more(seen: readonly Command[]): readonly MenuSection[]
}

/** Commands as buttons, as many as fit in one line, and a menu of the others. */
export function CommandRow({ label, commands, more }: Props) {
  const { say, text } = useText()
  const [row, fits] = useFitting()
  const behind = more(commands.slice(0, fits))
  if (commands.length === 0 && behind.length === 0) return null
  return (
    <div className={styles.row} {...(label !== undefined && { role: 'toolbar', 'aria-label': label })}>
      <div ref={row} className={fitting.row}>
        {commands.map((command, i) => (
          <Button key={command.id} data-folded={i < fits ? undefined : true} onClick={() => void startCommand(command)}>
            {say(command.id)}
          </Button>
        ))}
      </div>
      {behind.length > 0 && (
        <Menu sections={behind}>
          <Button>{text('grid.more')}</Button>
        </Menu>
      )}
    </div>
  )
}
