import { lazy, Suspense } from 'react'
import type { BoardDay } from '#contract/board.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Board.module.css'
import { NumberLink, numberOf } from './NumberLink.tsx'

const loadChart = loadPart(async () => (await import('./FlowChart.tsx')).FlowChart)
const FlowChart = lazy(async () => ({ default: await loadChart() }))
const measures = ['opened', 'closed'] as const
/** `11-14`, `15`, …: the month once, and where it changes. */
const shortDay = (day: string, i: number): string => (i === 0 || day.endsWith('-01') ? day.slice(5) : day.slice(8))

/** Cases in and out, day by day: a picture, and below each day its numbers. */
export function FlowPanel({ days }: { days: readonly BoardDay[] }) {
  const { text } = useText()
  const counts = (measure: (typeof measures)[number]) =>
    days.map(({ numbers }) => numberOf(numbers, measure)?.rows ?? 0)
  return (
    <section className={styles.panel} aria-labelledby="board-flow">
      <h2 id="board-flow">
        {text('board.flow')} <small>{text('board.flowNote', { count: days.length })}</small>
      </h2>
      <div className={styles.scroll}>
        <div className={styles.flow}>
          <div className={styles.chart}>
            <Suspense>
              <FlowChart days={days.map(({ day }) => day)} opened={counts('opened')} closed={counts('closed')} />
            </Suspense>
          </div>
          <table className={styles.table} aria-labelledby="board-flow">
            <thead>
              <tr>
                <td />
                {days.map(({ day }, i) => (
                  <th key={day} scope="col" aria-label={day}>
                    {shortDay(day, i)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {measures.map((measure) => (
                <tr key={measure}>
                  <th scope="row">{text(`board.measure.${measure}`)}</th>
                  {days.map(({ day, numbers }) => (
                    <td key={day}>
                      <NumberLink numbers={numbers} measure={measure} of={day} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}
