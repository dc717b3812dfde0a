import type { ReactNode } from 'react'
import type { CaseWorkspace } from '#contract/case-workspace.ts'
import type { PromiseDraft } from '#contract/follow-up-rules.ts'
import { formatAmount, formatMoney } from '#contract/kernel/format.ts'
import type { LocalDate, Money } from '#contract/kernel/values.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { leftOf } from './follow-up-form.ts'
import { useDay } from './use-moment.ts'
import styles from './Workspace.module.css'

/** In the order in which they are said; what is nothing is left out. */
const parts = ['principal', 'interest', 'fee', 'penalty'] as const

function Row({ name, owed, lit, children }: { name: string; owed: Money | null; lit?: boolean; children: ReactNode }) {
  const language = useLanguage()
  return (
    <tr aria-current={lit || undefined}>
      <th scope="row">{name}</th>
      <td className={styles.amount}>{owed ? formatAmount(owed, language) : '–'}</td>
      <td className={styles.quiet}>{children}</td>
    </tr>
  )
}

/** What may be offered beside paying all of it; where it may not, why. */
function Offers({ detail: { reduction, extension } }: { detail: CaseWorkspace }) {
  const { text } = useText()
  const language = useLanguage()
  const { offer: less } = reduction
  const { offer: later } = extension
  return (
    <>
      {less ? (
        <Row name={text('caseWorkspace.owed.less', { amount: formatAmount(less.most, language) })} owed={less.left}>
          {text('caseWorkspace.owed.approver', { role: less.approver })}
        </Row>
      ) : (
        <Row name={text('caseWorkspace.owed.noReduction')} owed={null}>
          {reduction.reason}
        </Row>
      )}
      {later ? (
        <Row name={text('caseWorkspace.owed.extend', { count: later.days })} owed={later.total}>
          {text('caseWorkspace.owed.newDue', { day: later.newDue })}
        </Row>
      ) : (
        <Row name={text('caseWorkspace.owed.noExtension')} owed={null}>
          {extension.reason}
        </Row>
      )}
    </>
  )
}

/** What a part of the debt would leave, paid now: of the first amount that is being promised. */
function PayNow({ today, promises }: { today: Money; promises: readonly PromiseDraft[] }) {
  const { text } = useText()
  const language = useLanguage()
  const paid = promises[0]?.amount
  const left = paid && leftOf(today, paid)
  if (!left) return null
  return (
    <Row name={text('caseWorkspace.owed.payNow', { amount: formatAmount(paid, language) })} owed={left}>
      {text('caseWorkspace.owed.left')}
    </Row>
  )
}

/** What is owed today, tomorrow and on the days that are being promised, which are lit; and what may be offered. */
export function OwedPanel({ detail, promises }: { detail: CaseWorkspace; promises: readonly PromiseDraft[] }) {
  const { text } = useText()
  const language = useLanguage()
  const day = useDay()
  const { owed } = detail
  const [today, tomorrow, ...later] = owed.days
  const said = parts
    .filter((part) => owed.parts[part].minor !== 0)
    .map((part) => `${text(`caseWorkspace.part.${part}`)} ${formatAmount(owed.parts[part], language)}`)
  const isPromised = (of: LocalDate | undefined) => promises.some(({ promisedFor }) => promisedFor === of)
  return (
    <section className={styles.part} aria-labelledby="owed">
      <div className={styles.partHead}>
        <h2 id="owed">{text('caseWorkspace.owed')}</h2>
        <span className={styles.quiet}>{said.join(' · ')}</span>
      </div>
      <table className={styles.owed}>
        <tbody>
          <tr className={styles.answer} aria-current={isPromised(today?.day) || undefined}>
            <th scope="row">{text('caseWorkspace.owed.today')}</th>
            <td colSpan={2}>{formatMoney(owed.today, language)}</td>
          </tr>
          {tomorrow && (
            <Row name={text('caseWorkspace.owed.tomorrow')} owed={tomorrow.owed} lit={isPromised(tomorrow.day)}>
              {text('caseWorkspace.owed.more', { amount: formatAmount(owed.tomorrowMore, language) })}
            </Row>
          )}
          {later
            .filter((one) => isPromised(one.day))
            .map((one) => (
              <Row key={one.day} name={day(one.day)} owed={one.owed} lit>
                {text('caseWorkspace.owed.promised')}
              </Row>
            ))}
          <PayNow today={owed.today} promises={promises} />
          <Offers detail={detail} />
        </tbody>
      </table>
    </section>
  )
}
