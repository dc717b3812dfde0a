import { Link } from 'wouter'
import type { AllocatedCase, AllocationPerson, caseAllocations } from '#contract/case-allocations.ts'
import { collectionCase } from '#contract/cases.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'
import type { AllocationAddress } from './use-allocation-address.ts'

type Show = (part: Partial<AllocationAddress>) => void
interface Props {
  readonly answer: Output<typeof caseAllocations.cases>
  readonly people: readonly AllocationPerson[]
  readonly address: AllocationAddress
  readonly show: Show
}

function CaseRow({ of, isShown, show }: { of: AllocatedCase; isShown: boolean; show: Show }) {
  const language = useLanguage()
  const { turn, caseId, loanId, name, amount } = of
  return (
    <tr aria-current={isShown || undefined} onClick={() => show({ turn })}>
      <td data-end>
        <button type="button" onClick={() => show({ turn })}>
          {turn}
        </button>
      </td>
      <td>{caseId ? <Link href={recordPath(collectionCase, caseId)}>{caseId}</Link> : loanId}</td>
      <td>{name ?? '–'}</td>
      <td data-end>{formatMoney(amount, language)}</td>
    </tr>
  )
}

/** The cases that somebody is given, or that nobody has room for, in the order of their turns. */
export function CasesGiven({ answer: { cases, count }, people, address: { to, turn }, show }: Props) {
  const { text } = useText()
  const language = useLanguage()
  const person = people.find(({ staff }) => staff.id === to)
  const title = person
    ? text('caseAllocations.getsCases', { name: person.staff.name, count: count.toLocaleString(localeOf(language)) })
    : text('caseAllocations.changeUnplaced')
  const isCut = cases.length < count
  return (
    <section>
      <h2>
        {title}
        <span className={styles.hint}>
          {isCut
            ? text('caseAllocations.firstOf', { count: cases.length.toLocaleString(localeOf(language)) })
            : text('caseAllocations.inOrder')}
        </span>
      </h2>
      <div className={styles.panel} data-tall>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" data-end>
                {text('caseAllocations.turn')}
              </th>
              <th scope="col">{text('caseAllocations.caseId')}</th>
              <th scope="col">{text('caseAllocations.customer')}</th>
              <th scope="col" data-end>
                {text('caseAllocations.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {cases.map((of) => (
              <CaseRow key={of.turn} {...{ of, show }} isShown={of.turn === turn} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
