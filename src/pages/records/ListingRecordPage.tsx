import type { ComponentProps, ReactNode } from 'react'
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts'
import type { Field } from '#contract/kernel/field.ts'
import { nounOf } from '#src/call/call.ts'
import { RecordActions } from './RecordActions.tsx'
import { NoRecordNotice, RecordPage } from './RecordPage.tsx'
import { useRecordId } from './use-record-id.ts'

interface Props<Row> extends Pick<ComponentProps<typeof RecordActions>, 'page' | 'also'> {
  /** The listing that the row is of. */
  readonly listing: Endpoint & { readonly fields: readonly Field[] }
  /** What the row is called, where that is more than its id. */
  readonly name?: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** Ids are letters and digits: nothing else is looked for. */
const isId = (text: string): boolean => /^[A-Za-z\d-]{1,40}$/.test(text)

/**
 * A record page about one row of a listing, by the id in the address, with the commands of its list. `Row` is what the
 * listing's rows are.
 */
export function ListingRecordPage<Row extends { readonly id: string; readonly state: unknown }>(props: Props<Row>) {
  const { listing, name, page, also = [], children } = props
  const id = useRecordId()
  if (id && !isId(id)) return <NoRecordNotice />
  return (
    <RecordPage
      endpoint={listing as Endpoint} // its own type is known where it is declared only
      // a row that has left the list since is still the one that is meant
      input={(asked) => ({ q: `id:${asked}`, left: true, from: 0, size: 1 }) as Input<Endpoint>} // as every listing takes it
      record={(answer) => (answer as { rows: readonly Row[] }).rows[0]} // of this listing
      fields={listing.fields}
      {...(name && { name })}
    >
      {(row) => (
        <>
          <RecordActions noun={nounOf(listing)} listing={listing.id} page={page} row={row} also={also} />
          {children(row)}
        </>
      )}
    </RecordPage>
  )
}
