import { useEffect, useMemo } from 'react'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { PageId } from '#contract/menu.ts'
import { nounOf } from '#src/call/call.ts'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { grids } from '#src/catalogue.ts'
import { standBeside, targetOfRow } from '#src/command/active-list.ts'
import type { AnyRow } from '#src/command/command.ts'
import type { Grid } from '#src/grid/define.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useText } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { CommandButtons } from './CommandButtons.tsx'
import { DescriptionPanel } from './RecordPanels.tsx'

/** Lists whose rows open the order they are about: the filter line of what waits in them. Of a noun in two lists the first that is seen counts. */
const waiting = {
  reductions: 'state:pending',
  reducedBills: 'state:pending',
  writeOffs: 'state:pending',
  orderChanges: 'state:pending',
  recoveries: 'state:disputed',
  extensions: 'state:quoted,paying',
  promises: 'state:open',
  caseTransfers: 'state:fresh',
} as const satisfies Partial<Record<PageId, string>>
const lists = Object.entries(waiting).map(([page, line]) => ({ line, grid: grids.find((grid) => grid.page === page)! })) // a page of a list each

function visibleLists(): typeof lists {
  const seen = lists.filter(({ grid }) => may(grid.listing.requires))
  return seen.filter(
    ({ grid }, at) => seen.findIndex((one) => nounOf(one.grid.listing) === nounOf(grid.listing)) === at,
  )
}

const none: readonly AnyRow[] = []

/** One of them, with what its list shows but whose it is, and what can be done to it: by buttons, keys and palette. */
function LoanRequest({ grid: { listing, columns, page }, row }: { grid: Grid; row: AnyRow }) {
  const { text, say } = useText()
  const noun = nounOf(listing)
  const target = useMemo(() => targetOfRow(noun, listing.id, row), [noun, listing, row])
  useEffect(() => standBeside(target), [target])
  const ofLoan = ['loanId', 'name', 'phone', 'loanState']
  const show = columns.flatMap(({ hidden, field }) =>
    hidden || ofLoan.includes(field) || row[field] === null ? [] : [field],
  )
  return (
    <DescriptionPanel
      title={`${say(`${noun}.noun`)} ${row.id}`}
      noun={noun}
      fields={listing.fields}
      row={row}
      show={show}
    >
      <CommandButtons target={target} page={page} label={`${text('loans.section.acts')}: ${row.id}`} />
    </DescriptionPanel>
  )
}

function RequestsOfList({ grid, line, loanId }: { grid: Grid; line: string; loanId: string }) {
  const { listing } = grid
  const noun = nounOf(listing)
  const { data } = useCall(listing, { q: `loanId:${loanId} ${line}`, from: 0, size: 10 } as Input<typeof listing>) // as every listing takes it
  const { rows } = (data ?? { rows: none }) as { readonly rows: readonly AnyRow[] } // as every listing answers
  useEffect(
    () =>
      onRowsChanged(noun, (changed, sure) => {
        if (sure && (changed?.some(({ id }) => rows.some((row) => row.id === id)) ?? true)) invalidate([noun])
      }),
    [noun, rows],
  )
  return rows.map((row) => <LoanRequest key={row.id} grid={grid} row={row} />)
}

/** What is asked for on an order and waits for somebody: it is decided here as in its own list. */
export function LoanRequests({ loanId }: { loanId: string }) {
  useSession()
  return visibleLists().map(({ grid, line }) => (
    <RequestsOfList key={grid.id} grid={grid} line={line} loanId={loanId} />
  ))
}
