import { lazy, Suspense } from 'react'
import { decimals } from '#contract/kernel/countries.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { type Day, overview } from '#contract/overview.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useCurrency } from '#src/locale/country.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { shortNumber } from '#src/ui/data/short-number.ts'
import hidden from '#src/ui/hidden.module.css'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './DailyTotals.module.css'

const loadChart = loadPart(async () => (await import('./DailyChart.tsx')).DailyChart)
const DailyChart = lazy(async () => ({ default: await loadChart() }))

/** The same in numbers, for whoever hears it. */
function DailyTable({ days }: { days: readonly Day[] }) {
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
function DailyLines({ days }: { days: readonly Day[] }) {
  const { text } = useText()
  const language = useLanguage()
  const currency = useCurrency()
  const minorPerUnit = 10 ** decimals[currency]
  return (
    <div className={styles.chart}>
      <Suspense>
        <DailyChart
          dates={days.map(({ date }) => date)}
          lines={[
            { name: text('overview.disbursed'), values: days.map(({ disbursed }) => disbursed.minor) },
            { name: text('overview.repaid'), values: days.map(({ repaid }) => repaid.minor) },
          ]}
          minStep={minorPerUnit}
          short={(minor) => shortNumber(minor / minorPerUnit)}
          exact={(minor) => formatMoney(ofMinor(minor, currency), language)}
        />
      </Suspense>
    </div>
  )
}

/** What went out and what came in, day by day: a picture, and the same as a table. */
function DailyPanel() {
  const { text } = useText()
  const daily = useCall(overview.daily, {})
  return (
    <Panel title={text('overview.daily')}>
      <QueryResult query={daily}>
        {({ days }) => (
          <>
            <DailyLines days={days} />
            <DailyTable days={days} />
          </>
        )}
      </QueryResult>
    </Panel>
  )
}

/** Whoever may not see totals is not asked to. */
export const DailyTotals = () => (may(overview.daily.requires) ? <DailyPanel /> : null)
