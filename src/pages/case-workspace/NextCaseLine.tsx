import { useSnapshot } from 'valtio'
import { formatMoney } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { caseSession } from './case-session.ts'
import styles from './Form.module.css'

/** Which case comes next, and why; a button goes there without saving. */
export function NextCaseLine({ skip }: { skip: () => void }) {
  const { text, word } = useText()
  const language = useLanguage()
  const { ahead } = useSnapshot(caseSession)
  if (!ahead) return <p className={styles.next} />
  if (!ahead.next) return <p className={styles.next}>{text('caseWorkspace.form.last')}</p>
  const { name, id, stage, repayable, nextReason: reason } = ahead.next
  return (
    <p className={styles.next}>
      <span>
        {text('caseWorkspace.form.then')} <strong>{name ?? id}</strong>
      </span>
      <span className={styles.data}>
        {stage.name} · {formatMoney(repayable, language)}
      </span>
      {reason && (
        <span data-tone={reason === 'broken' ? 'bad' : undefined}>{word('caseWorkspace.reason', reason)}</span>
      )}
      <Button tone="quiet" aria-label={text('caseWorkspace.key.skip')} aria-keyshortcuts="n" onClick={skip}>
        <Kbd keys="n" quiet /> {text('caseWorkspace.hint.skip')}
      </Button>
    </p>
  )
}
