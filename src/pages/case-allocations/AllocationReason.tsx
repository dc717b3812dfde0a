import { caseAllocations, type AllocationReason as Reason } from '#contract/case-allocations.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'
import figures from './Reason.module.css'

/** So many people are shown of whom somebody was chosen: the first in line. */
const peopleMax = 6

type Level = Reason['units'][number]

/** A level of units: what each was owed, with its weight, and what it is owed after the turn. */
function CreditTable({ level }: { level: Level }) {
  const { text } = useText()
  return (
    <table className={figures.figures}>
      <thead>
        <tr>
          <th scope="col">{text('caseAllocations.agency')}</th>
          {(['credit', 'plusWeight', 'equals', 'after'] as const).map((heading) => (
            <th key={heading} scope="col" data-end>
              {text(`caseAllocations.${heading}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {level.map(({ unit, credit, weight, after, chosen }) => (
          <tr key={unit.id} data-chosen={chosen || undefined}>
            <th scope="row">{unit.name}</th>
            <td data-end>{credit}</td>
            <td data-end>{weight}</td>
            <td data-end>{credit + weight}</td>
            <td data-end>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PeopleTable({ people }: { people: Reason['people'] }) {
  const { text } = useText()
  const language = useLanguage()
  return (
    <table className={figures.figures}>
      <thead>
        <tr>
          <th scope="col">{text('caseAllocations.collector')}</th>
          {(['casesCount', 'amount', 'open'] as const).map((heading) => (
            <th key={heading} scope="col" data-end>
              {text(`caseAllocations.${heading}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.slice(0, peopleMax).map(({ staff, given, amount, open, chosen }) => (
          <tr key={staff.id} data-chosen={chosen || undefined}>
            <th scope="row">{staff.name}</th>
            <td data-end>{given}</td>
            <td data-end>{formatMoney(amount, language)}</td>
            <td data-end>{open}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The steps of the mechanism that led there, in its own order. */
function Steps({ of, units, people, passedOver }: Reason) {
  const { text } = useText()
  const language = useLanguage()
  const waits = of.kind === 'waited'
  const chosen = people.find((one) => one.chosen)
  return (
    <ol className={styles.steps}>
      <li>
        <h3>{text(waits ? 'caseAllocations.byWait' : 'caseAllocations.byAmount')}</h3>
        <p>
          {waits
            ? text('caseAllocations.byWaitText')
            : text('caseAllocations.byAmountText', { amount: formatMoney(of.amount, language) })}
        </p>
      </li>
      {units.map((level) => {
        const name = level.find((one) => one.chosen)?.unit.name ?? ''
        return (
          <li key={level.map(({ unit }) => unit.id).join()}>
            <h3>{text('caseAllocations.mostCredit', { name })}</h3>
            <CreditTable level={level} />
          </li>
        )
      })}
      {chosen && (
        <li>
          <h3>{text('caseAllocations.fewest', { name: chosen.staff.name })}</h3>
          <PeopleTable people={people} />
        </li>
      )}
      {of.kept && of.to && (
        <li>
          <p>{text('caseAllocations.keptText', { name: of.to.name })}</p>
        </li>
      )}
      {!of.to && (
        <li>
          <p>{text('caseAllocations.noRoomText')}</p>
        </li>
      )}
      {passedOver && (
        <li>
          <h3>{text('caseAllocations.neverBefore')}</h3>
          <p>{text('caseAllocations.neverBeforeText', { name: passedOver.name })}</p>
        </li>
      )}
    </ol>
  )
}

interface Props {
  readonly id: IdOf<'caseAllocation'>
  readonly stage: IdOf<'stage'>
  readonly turn: number
}

/** Why the case of a turn went to whom it went. */
export function AllocationReason({ id, stage, turn }: Props) {
  const { text } = useText()
  const query = useCall(caseAllocations.explain, { id, stage, turn })
  return (
    <QueryResult query={query}>
      {(reason) => {
        const customer = reason.of.name ?? reason.of.loanId
        return (
          <section aria-live="polite">
            <h2>
              {reason.of.to
                ? text('caseAllocations.why', { name: reason.of.to.name, customer })
                : text('caseAllocations.whyNobody', { customer })}
              <span className={styles.hint}>
                {text('caseAllocations.turnOf', { turn: reason.of.turn, turns: reason.turns })}
              </span>
            </h2>
            <Steps {...reason} />
          </section>
        )
      }}
    </QueryResult>
  )
}
