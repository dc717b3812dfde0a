import type { CSSProperties } from 'react'
import type { AllocationPerson, AllocationStage } from '#contract/case-allocations.ts'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'
import type { AllocationAddress, ShownCases } from './use-allocation-address.ts'

type Show = (part: Partial<AllocationAddress>) => void
interface Props {
  readonly stage: AllocationStage
  readonly people: readonly AllocationPerson[]
  readonly shown: ShownCases | null
  readonly show: Show
}

const whole = 100

/** How full somebody is then: what they had, and what they get. */
function Load({ open, gets, capacity }: Pick<AllocationPerson, 'open' | 'gets' | 'capacity'>) {
  if (capacity === null) return <span className={styles.quiet}>–</span>
  const of = (count: number) => `${Math.min(whole, (count / capacity) * whole)}%`
  return <span className={styles.load} style={{ '--had': of(open), '--has': of(open + gets) } as CSSProperties} />
}

function PersonRow({ person, isShown, show }: { person: AllocationPerson; isShown: boolean; show: Show }) {
  const { word } = useText()
  const language = useLanguage()
  const { staff, unit, gets, before, amount, open, capacity, bar } = person
  const more = gets - before
  return (
    <tr
      data-out={(bar !== null && gets === 0) || undefined}
      aria-current={isShown || undefined}
      onClick={gets > 0 ? () => show({ to: staff.id, turn: null }) : undefined}
    >
      <th scope="row">
        {gets > 0 ? (
          <button type="button" onClick={() => show({ to: staff.id, turn: null })}>
            {staff.name}
          </button>
        ) : (
          staff.name
        )}
      </th>
      <td>{unit.name}</td>
      <td data-end>
        <strong>{gets > 0 ? gets.toLocaleString(localeOf(language)) : '–'}</strong>
      </td>
      <td data-end>{before.toLocaleString(localeOf(language))}</td>
      <td data-end>{more > 0 ? `+${more}` : more}</td>
      {bar && gets === 0 ? (
        <td colSpan={3} className={styles.bar}>
          {word('caseAllocations.bar', bar)}
        </td>
      ) : (
        <>
          <td data-end>{formatMoney(amount, language)}</td>
          <td data-end>
            {open + gets}
            {capacity !== null && `/${capacity}`}
          </td>
          <td>
            <Load {...{ open, gets, capacity }} />
          </td>
        </>
      )}
    </tr>
  )
}

const headings = ['collector', 'unit', 'gets', 'before', null, 'amount', 'openThen', 'ofCapacity'] as const
const rightward: readonly unknown[] = ['gets', 'before', null, 'amount', 'openThen']

/** The collectors of a stage: what each gets, beside what they got before and what they have then; who gets none, and why. */
export function CollectorShares({ stage, people, shown, show }: Props) {
  const { text } = useText()
  return (
    <section>
      <h2>
        {text('caseAllocations.collectorsIn', { stage: stage.name })} <small>{people.length}</small>
        <span className={styles.hint}>{text('caseAllocations.evenHint')}</span>
      </h2>
      <div className={styles.panel}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col" data-end={rightward.includes(heading) || undefined}>
                  {heading === null ? '±' : text(`caseAllocations.${heading}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonRow key={person.staff.id} {...{ person, show }} isShown={person.staff.id === shown} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
