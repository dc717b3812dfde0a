import { useState } from 'react'
import { Link } from 'wouter'
import {
  type AgencyConduct,
  type ConductCount,
  type ConductReport,
  conductGroups,
  conductMeasures,
} from '#contract/conduct-report.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { pages } from '#contract/menu.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useCellFocus } from '#src/ui/use-cell-focus.ts'
import styles from './Conduct.module.css'
import { type Place, useTableKeys } from './use-table-keys.ts'

/** ARIA has a table whose cells are gone through by arrows be a grid; the linter knows no such table. */
const gridRole = { role: 'grid', 'aria-readonly': true } as const
/** Measures that should be zero. */
const isViolation = ({ measure }: ConductCount): boolean => measure.endsWith('OutOfHours')
/** The first measure of each group begins a block of columns. */
const begins: ReadonlySet<string> = new Set(conductGroups.map((group) => conductMeasures[group][0]))

/** A number, which leads to the rows that it counts. */
function CountCell({ of, place, isActive }: { of: ConductCount; place: string; isActive: boolean }) {
  const language = useLanguage()
  const { count, list, measure } = of
  const shown = count === null ? '–' : count.toLocaleString(localeOf(language))
  const cell = { 'data-cell': place, tabIndex: isActive ? 0 : -1 }
  return (
    <td
      data-begins={begins.has(measure) || undefined}
      data-bad={(isViolation(of) && count !== 0) || undefined}
      data-none={count === 0 || undefined}
    >
      {list ? (
        <Link {...cell} href={`${pages[list.page]}?q=${encodeURIComponent(list.query)}`}>
          {shown}
        </Link>
      ) : (
        <span {...cell}>{shown}</span>
      )}
    </td>
  )
}

/** Headings: what is counted, by what it is about. */
function Head() {
  const { text } = useText()
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {text('conductReport.agency')}
        </th>
        {conductGroups.map((group) => (
          <th key={group} scope="colgroup" colSpan={conductMeasures[group].length} data-begins>
            {text(`conductReport.group.${group}`)}
          </th>
        ))}
      </tr>
      <tr>
        {conductGroups.flatMap((group) =>
          conductMeasures[group].map((measure) => (
            <th key={measure} scope="col" data-begins={begins.has(measure) || undefined}>
              {text(`conductReport.measure.${measure}`)}
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

const keyOf = ({ id }: AgencyConduct): string => id ?? 'house'

/** Every measure of every agency; arrows go over the numbers, Enter opens the rows of one. */
export function ConductTable({ report: { agencies } }: { report: ConductReport }) {
  const { text } = useText()
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [first] = agencies
  const size = { rows: agencies.length, columns: first?.counts.length ?? 0 }
  const row = Math.min(place.row, Math.max(0, size.rows - 1))
  const table = useCellFocus(row, place.column)
  useTableKeys({ ...place, row }, size, setPlace)
  return (
    <div className={styles.scroll}>
      <table ref={table} {...gridRole} className={styles.table} aria-label={text('conductReport.table')}>
        <Head />
        <tbody>
          {agencies.map((agency, i) => (
            <tr key={keyOf(agency)}>
              <th scope="row">{agency.name}</th>
              {agency.counts.map((count, column) => (
                <CountCell
                  key={count.measure}
                  of={count}
                  place={`${i}:${column}`}
                  isActive={i === row && column === place.column}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
