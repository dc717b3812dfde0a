import { Link } from 'wouter'
import { localeOf } from '#contract/kernel/format.ts'
import { type Cell, isShare, type Measure } from '#contract/kernel/report.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './ReportTrend.module.css'
import { formatCell, headingOf, numberOf, unitOf } from './report-cells.ts'
import { spread } from './report-lines.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import type { ReportBefore } from './use-report-before.ts'

const signed = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
/** Most measures that are compared: what the panel holds. */
const rowsMax = 7

/** How far a number is from that of before: shares in points, everything else in percent of it. */
function difference(now: Cell | null | undefined, then: Cell | null | undefined, measure: Measure): number | null {
  const [is, was] = [numberOf(now, measure), numberOf(then, measure)]
  if (is === null || was === null) return null
  if (isShare(measure)) return is - was
  return was === 0 ? null : (is / was - 1) * 100
}

const toneOf = (by: number | null, { tone }: Measure) => {
  if (by === null || tone === undefined || by === 0) return undefined
  return by > 0 === (tone === 'good') ? 'good' : 'bad'
}

interface Props {
  readonly state: ReportState
  readonly shown: ShownReport
  readonly before: ReportBefore
}

/** Totals of a report beside those of the period before. Each opens its rows. */
export function ReportComparison({ state: { declared, drill }, shown, before }: Props) {
  const { text, say } = useText()
  const { report } = declared
  const { answer, measures } = shown
  return (
    <section className={styles.comparison} aria-label={text('reports.comparison')}>
      <table>
        <caption>{say('reports.against', { count: before.days })}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{text('reports.now')}</th>
            <th scope="col">{text('reports.before')}</th>
            <th scope="col">±</th>
          </tr>
        </thead>
        <tbody>
          {spread(measures, rowsMax).map((name) => {
            const measure = report.measures[name]!
            const [now, then] = [answer.total[name], before.answer.total[name]]
            const by = difference(now, then, measure)
            const format = { measure, currency: answer.currency, whole: true }
            return (
              <tr key={name}>
                <th scope="row">
                  {headingOf(report, name)}
                  {!isShare(measure) && unitOf(measure, answer.currency)}
                </th>
                <td>
                  <Link to={drill({ value: undefined, name }, 'value').path}>{formatCell(now, format)}</Link>
                </td>
                <td>
                  <Link to={drill({ value: undefined, name }, 'value', before.q).path}>{formatCell(then, format)}</Link>
                </td>
                <td data-tone={toneOf(by, measure)}>
                  {by !== null && `${by.toLocaleString(localeOf(language()), signed)}${isShare(measure) ? '' : ' %'}`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
