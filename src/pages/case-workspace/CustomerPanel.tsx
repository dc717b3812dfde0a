import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { useText } from '#src/locale/text.ts'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { useMoment } from './use-moment.ts'
import styles from './Workspace.module.css'

/** Who owes, as far as it helps to speak with them. */
export function CustomerPanel({ detail: { customer, promises } }: { detail: CaseWorkspace }) {
  const { text, word } = useText()
  const moment = useMoment()
  const { age, profession, employment, company, loansDone, lastSeenAt, kind } = customer
  const said = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(', ') || '–'
  const count = (state: 'kept' | 'broken') => promises.filter((one) => one.state === state).length
  const broken = count('broken')
  return (
    <section className={styles.part} aria-labelledby="who">
      <div className={styles.partHead}>
        <h2 id="who">{text('caseWorkspace.who')}</h2>
      </div>
      <div className={styles.box}>
        <DescriptionList
          facts={[
            [
              text('caseWorkspace.who.person'),
              said(age === null ? null : text('caseWorkspace.who.age', { count: age }), word('customers.kind', kind)),
            ],
            [text('caseWorkspace.who.work'), said(profession, employment, company)],
            [text('caseWorkspace.who.loans'), text('caseWorkspace.who.repaid', { count: loansDone })],
            [
              text('caseWorkspace.who.promises'),
              <span key="promises" data-tone={broken > 0 ? 'bad' : undefined}>
                {text('caseWorkspace.who.counts', { kept: count('kept'), broken })}
              </span>,
            ],
            [
              text('caseWorkspace.who.seen'),
              lastSeenAt ? text('caseWorkspace.who.openedAt', { at: moment(lastSeenAt) }) : '–',
            ],
          ]}
        />
      </div>
    </section>
  )
}
