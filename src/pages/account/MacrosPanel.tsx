import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { Macro } from '#contract/macros.ts'
import { showDialog } from '#src/command/dialog.ts'
import { describeMacro, loadMacros, macroState } from '#src/command/palette/macros/macros.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

/** The macros one has recorded, and the way to record, share or throw away. */
export function MacrosPanel() {
  const { text } = useText()
  const { user } = useSession()
  const { all, known } = useSnapshot(macroState)
  useEffect(() => {
    if (!known) void loadMacros()
  }, [known])
  const own = (all as unknown as readonly Macro[]).filter(({ maker }) => maker.id === user?.userId) // read only
  return (
    <Panel title={text('macros.open')}>
      <div className={styles.form}>
        {own.length === 0 ? (
          <p className={styles.says}>{text('macros.none')}</p>
        ) : (
          <DescriptionList facts={own.map((macro) => [macro.name, describeMacro(macro)])} />
        )}
        <div className={styles.acts}>
          <Button onClick={() => showDialog('macros')}>{text('macros.record')}</Button>
        </div>
      </div>
    </Panel>
  )
}
