import { showDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

/** The way to a new password. */
export function PasswordPanel() {
  const { text } = useText()
  return (
    <Panel title={text('session.password')}>
      <div className={styles.row}>
        <Button onClick={() => showDialog('changePassword')}>{text('session.changePassword')}</Button>
        <p className={styles.says}>{text('account.password.says')}</p>
      </div>
    </Panel>
  )
}
