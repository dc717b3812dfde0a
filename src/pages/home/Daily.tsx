import { lazy, Suspense } from 'react'
import { decimals } from '#contract/kernel/countries.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { type Day, overview } from '#contract/overview.ts'
import { loadPart } from '#src/call/part.ts'
import { useCall } from '#src/call/queries.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useCurrency } from '#src/session/currency.ts'
import { may } from '#src/session/session.ts'
import { Answered } from '#src/ui/Answered.tsx'
import hidden from '#src/ui/hidden.module.css'
import { shortNumber } from '#src/ui/number.ts'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Daily.module.css'

const loadChart = loadPart(async () => (await import('./DailyChart.tsx')).DailyChart)
const DailyChart = lazy(async () => ({ default: await loadChart() }))

/** The same in numbers, for whoever hears it. */
function Numbers({ days }: { days: readonly Day[] }) {
  const { text } = useText()
  const language = useLanguage()
  return (
    <table className={hidden.hidden}>
      <caption>{text('overview.daily')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('overview.day')}</th>
          <th scope="col">{text('overview.disbursed')}</th>
          <th scope="col">{text('overview.repaid')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, disbursed, repaid }) => (
          <tr key={date}>
            <th scope="row">{date}</th>
            <td>{formatMoney(disbursed, language)}</td>
            <td>{formatMoney(repaid, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The picture: in minor units, written as whole ones. */
function Picture({ days }: { days: readonly Day[] }) {
  const { text } = useText()
  const language = useLanguage()
  const currency = useCurrency()
  return (
    <div className={styles.chart}>
      <Suspense>
        <DailyChart
          dates={days.map(({ date }) => date)}
          lines={[
            { name: text('overview.disbursed'), values: days.map(({ disbursed }) => disbursed.minor) },
            { name: text('overview.repaid'), values: days.map(({ repaid }) => repaid.minor) },
          ]}
          short={(minor) => shortNumber(minor / 10 ** decimals[currency])}
          exact={(minor) => formatMoney(ofMinor(minor, currency), language)}
        />
      </Suspense>
    </div>
  )
}

/** What went out and what came in, day by day: a picture, and the same as a table. */
function Shown() {
  const { text } = useText()
  const daily = useCall(overview.daily, {}, { quiet: true })
  return (
    <Panel title={text('overview.daily')}>
      <Answered query={daily}>
        {({ days }) => (
          <>
            <Picture days={days} />
            <Numbers days={days} />
          </>
        )}
      </Answered>
    </Panel>
  )
}

/** Whoever may not see totals is not asked to. */
export const Daily = () => (may(overview.daily.may) ? <Shown /> : null)
