import { useSnapshot } from 'valtio'
import { showDialog } from '#src/command/dialog.ts'
import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { isMac } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

/** The keys one has changed, and the way to change them. */
export function KeysPanel() {
  const { text, say } = useText()
  const changed = Object.entries(useSnapshot(keyPreferences).keys)
  return (
    <Panel title={text('account.keys')}>
      <div className={styles.form}>
        {changed.length === 0 ? (
          <p className={styles.says}>{text('account.keys.none')}</p>
        ) : (
          <DescriptionList
            facts={changed.map(([id, keys]) => [
              say(id),
              keys.map((one) => formatShortcut(one, isMac)).join(', ') || text('account.keys.off'),
            ])}
          />
        )}
        <div className={styles.acts}>
          <Button onClick={() => showDialog('keys')}>{text('keys.open')}</Button>
        </div>
      </div>
    </Panel>
  )
}
