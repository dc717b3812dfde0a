import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Field, Kind } from '#contract/kernel/field.ts'
import { useText } from '#src/locale/text.ts'
import styles from './RowTable.module.css'
import { Value } from './Value.tsx'

interface Props<Row> {
  /** What the table is called. */
  readonly name: string
  /** Its fields are called `<noun>.<field>`. */
  readonly noun: string
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly show: readonly (keyof Row & string)[]
  /** What identifies a row. */
  readonly id: (row: Row) => string
  /** Where the first cell of a row leads. */
  readonly leads?: ((row: Row) => string) | undefined
  /** Shown in place of the value of a field. */
  readonly instead?: { readonly [Name in keyof Row]?: (row: Row) => ReactNode }
  /** Stands in place of no rows; where it is left out, that there are none yet. */
  readonly empty?: ReactNode
}

const rightward: readonly Kind[] = ['money', 'count', 'rate']

/** What scrolls must be reached by the keyboard. */
const reachable = { tabIndex: 0 }

/** A few rows that belong to something, all of them, as plain text. Lists that are worked on are grids. */
export function RowTable<Row>({ name, noun, fields, rows, show, id, leads, instead, empty }: Props<Row>) {
  const { say, text } = useText()
  if (rows.length === 0) return <p className={styles.empty}>{empty ?? text('grid.empty')}</p>
  const columns = show.map((of) => fields.find((field) => field.name === of)!) // rows hold what their fields say
  return (
    <figure className={styles.scroll} aria-label={name} {...reachable}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field.name} scope="col" data-end={rightward.includes(field.kind) || undefined}>
                {say(`${noun}.${field.name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)}>
              {columns.map((field, i) => {
                const name = field.name as keyof Row // rows hold what their fields say
                const value = instead?.[name]?.(row) ?? <Value of={field} value={row[name]} />
                return (
                  <td key={field.name} data-end={rightward.includes(field.kind) || undefined}>
                    {leads && i === 0 ? <Link href={leads(row)}>{value}</Link> : value}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
