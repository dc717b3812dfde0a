import { useSnapshot } from 'valtio'
import { custom } from '#src/command/bound.ts'
import { mac } from '#src/command/keyboard.ts'
import { show } from '#src/command/keys/show.ts'
import { openPanel } from '#src/command/panels.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

/** The keys one has changed, and the way to change them. */
export function Keys() {
  const { text, say } = useText()
  const changed = Object.entries(useSnapshot(custom).keys)
  return (
    <Panel title={text('account.keys')}>
      <div className={styles.form}>
        {changed.length === 0 ? (
          <p className={styles.says}>{text('account.keys.none')}</p>
        ) : (
          <Facts
            facts={changed.map(([id, keys]) => [
              say(id),
              keys.map((one) => show(one, mac)).join(', ') || text('account.keys.off'),
            ])}
          />
        )}
        <div className={styles.acts}>
          <Button onClick={() => openPanel('keys')}>{text('keys.open')}</Button>
        </div>
      </div>
    </Panel>
  )
}
