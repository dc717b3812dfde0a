import { Link } from 'wouter'
import type { Input } from '#contract/kernel/endpoint.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { nounOf } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import type { Grid } from '#src/grid/define.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'

interface Props {
  readonly grid: Grid
  readonly title: string
  /** The field that names the record, and its id. */
  readonly field: string
  readonly id: string
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
/** So many are shown here; the rest in their list. */
const shownMax = 50

/** Rows of a list that belong to a record: the latest, by the columns that the list shows, but for whose they are. */
export function ListTab({ grid, title, field, id }: Props) {
  const { text } = useText()
  const { listing, columns, page, open } = grid
  const q = `${field}:${id}`
  const query = useCall(listing, { q, from: 0, size: shownMax } as Input<typeof listing>) // as every listing takes it
  const ofRecord = ['name', 'phone', field]
  const show = columns.filter((one) => !one.hidden && !ofRecord.includes(one.field)).map((one) => one.field)
  return (
    <QueryResult query={query}>
      {(answer) => {
        const { rows } = answer as { readonly rows: readonly Row[] } // as every listing answers
        return (
          <>
            <RowTable
              name={title}
              noun={nounOf(listing)}
              fields={listing.fields}
              rows={rows}
              id={(row) => row.id}
              show={show}
              leads={open ? (row) => open(row) ?? listPath(page, `id:${row.id}`) : undefined}
            />
            {rows.length > 0 && <Link href={listPath(page, q)}>{text('overview.inTheirList', { list: title })}</Link>}
          </>
        )
      }}
    </QueryResult>
  )
}
