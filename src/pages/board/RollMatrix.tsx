import type { BoardMeasure, BoardRoll, BoardStage } from '#contract/board.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { useCurrency } from '#src/locale/country.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Board.module.css'
import { formatPercent } from './format-percent.ts'
import { NumberLink, numberOf } from './NumberLink.tsx'

const percent = 100
const parts = ['stayed', 'moved', 'paid'] as const

/** What stands in a column of a row: what stayed below its own stage, what moved on below the next. */
function measureIn({ from, to }: BoardRoll, stage: string): BoardMeasure | null {
  if (stage === from) return 'stayed'
  return stage === to ? 'moved' : null
}

function RollCell({ roll, measure }: { roll: BoardRoll; measure: (typeof parts)[number] }) {
  const language = useLanguage()
  const minorOf = (one: BoardMeasure) => Math.max(0, numberOf(roll.numbers, one)?.amount?.minor ?? 0)
  const whole = parts.reduce((sum, one) => sum + minorOf(one), 0)
  const share = whole === 0 ? 0 : (minorOf(measure) / whole) * percent
  if (share === 0) return <td />
  return (
    <td data-part={measure}>
      <NumberLink numbers={roll.numbers} measure={measure} of={roll.from} as={formatPercent(share, language)} />
    </td>
  )
}

function RollRow({ roll, stages }: { roll: BoardRoll; stages: readonly BoardStage[] }) {
  const language = useLanguage()
  const currency = useCurrency()
  const whole = roll.numbers.reduce((sum, { amount }) => sum + Math.max(0, amount?.minor ?? 0), 0)
  return (
    <tr>
      <th scope="row">{roll.from}</th>
      <td className={styles.quiet}>{formatMoney(ofMinor(whole, currency), language)}</td>
      {stages.map(({ id, name }) => {
        const measure = measureIn(roll, name)
        return measure ? <RollCell key={id} roll={roll} measure={measure as 'stayed'} /> : <td key={id} />
      })}
      <RollCell roll={roll} measure="paid" />
    </tr>
  )
}

/** Roll rates: of what was owed in each stage yesterday, what stayed there, what moved on and what was paid. */
export function RollMatrix({ rolls, stages }: { rolls: readonly BoardRoll[]; stages: readonly BoardStage[] }) {
  const { text } = useText()
  return (
    <section className={styles.panel} aria-labelledby="board-roll">
      <h2 id="board-roll">
        {text('board.roll')} <small>{text('board.rollNote')}</small>
      </h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('board.from')}</th>
              <th scope="col">{text('board.owed')}</th>
              {stages.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{text('board.measure.paid')}</th>
            </tr>
          </thead>
          <tbody>
            {rolls.map((roll) => (
              <RollRow key={roll.from} roll={roll} stages={stages} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
