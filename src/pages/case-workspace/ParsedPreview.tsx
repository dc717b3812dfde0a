import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { formatAmount, formatMoney } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Form.module.css'
import { type FilledForm, owedOn, promiseTrouble } from './use-follow-up.ts'
import { useDay, useMoment } from './use-moment.ts'

/** What was understood of promises as they are typed, and what is wrong with them. */
export function PromisesRead({ filled, detail }: { filled: FilledForm; detail: CaseWorkspace }) {
  const { text } = useText()
  const language = useLanguage()
  const day = useDay()
  const said = filled.promises.map(({ promisedFor, amount }) => {
    const owed = owedOn(detail)(promisedFor)
    return text('caseWorkspace.form.understood', {
      ...{ day: day(promisedFor), amount: formatMoney(amount, language) },
      owed: owed ? formatAmount(owed, language) : '–',
    })
  })
  const wrong = promiseTrouble(filled)
  return (
    <>
      {said.map((one) => (
        <span key={one}>{one}</span>
      ))}
      {wrong && <span className={styles.wrong}>{wrong}</span>}
    </>
  )
}

/** When it goes on, as it was understood. */
export function NextRead({ filled: { nextAt } }: { filled: FilledForm }) {
  const { text } = useText()
  const moment = useMoment()
  return nextAt ? moment(nextAt) : <span className={styles.wrong}>{text('caseWorkspace.form.noTime')}</span>
}
