import type { ReactNode } from 'react'
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts'
import type { Field } from '#contract/kernel/field.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Value } from '#src/ui/Value.tsx'
import { useRecordId } from './useRecordId.ts'

interface Shown {
  readonly id: string
  readonly state: unknown
}

interface Props<Row> {
  /** The listing that the row is of. */
  readonly listing: Endpoint & { readonly fields: readonly Field[] }
  /** What the row is called, where that is more than its id. */
  readonly name?: (row: Row) => string
  readonly children: (row: Row) => ReactNode
}

/** Ids are letters and digits: nothing else is looked for. */
const isId = (text: string | null): text is string => text !== null && /^[A-Za-z\d-]{1,40}$/.test(text)

function Found<Row extends Shown>({ listing, name, children, id }: Props<Row> & { id: string }) {
  const { text } = useText()
  // a row that has left the list since is still the one that is meant
  const asked = { q: `id:${id}`, left: true, from: 0, size: 1 } as Input<Endpoint> // as every listing takes it
  const answer = useCall(listing, asked, { quiet: true })
  return (
    <Answered query={answer}>
      {(answered) => {
        const [row] = (answered as { rows: readonly Row[] }).rows // of this listing
        if (!row)
          return (
            <Notice page tone="warn" title={text('faults.not_found')}>
              <p>{text('overview.notThere')}</p>
            </Notice>
          )
        return (
          <Page>
            <PageHead>
              <Title id={row.id} name={name?.(row)} />
              <Value of={listing.fields.find(({ name }) => name === 'state')!} value={row.state} />
            </PageHead>
            {children(row)}
          </Page>
        )
      }}
    </Answered>
  )
}

/** One row of a listing as a page of its own, by the id in the address. `Row` is what the listing's rows are. */
export function OneRow<Row extends Shown>(props: Props<Row>) {
  const { text } = useText()
  const id = useRecordId()
  return isId(id) ? <Found {...props} id={id} /> : <Notice page tone="warn" title={text('overview.noRecord')} />
}
