import type { BoardAgency } from '#contract/board.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Board.module.css'
import { formatPercent } from './format-percent.ts'
import { NumberLink, numberOf } from './NumberLink.tsx'

const percent = 100

/** What came in of what was given to an agency, in percent. */
function rateOf({ numbers }: BoardAgency): number {
  const minor = (measure: 'allocated' | 'recoveredPrincipal') => numberOf(numbers, measure)?.amount?.minor ?? 0
  return minor('allocated') === 0 ? 0 : (minor('recoveredPrincipal') / minor('allocated')) * percent
}

/** Agencies of the month, whoever recovers most of what was given to them first. */
export function AgencyTable({ agencies }: { agencies: readonly BoardAgency[] }) {
  const { text } = useText()
  const language = useLanguage()
  return (
    <section className={styles.panel} aria-labelledby="board-agencies">
      <h2 id="board-agencies">
        {text('board.agencies')} <small>{text('board.agenciesNote')}</small>
      </h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('board.agency')}</th>
              <th scope="col">{text('board.rate')}</th>
              <th scope="col">{text('board.measure.recoveredPrincipal')}</th>
              <th scope="col">{text('board.measure.allocated')}</th>
            </tr>
          </thead>
          <tbody>
            {agencies.map((agency) => (
              <tr key={agency.id}>
                <th scope="row">{agency.name}</th>
                <td>
                  <meter className={styles.bar} min={0} max={percent} value={rateOf(agency)} aria-hidden="true" />{' '}
                  {formatPercent(rateOf(agency), language)}
                </td>
                {(['recoveredPrincipal', 'allocated'] as const).map((measure) => (
                  <td key={measure}>
                    <NumberLink numbers={agency.numbers} measure={measure} of={agency.name} shows="amount" />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
