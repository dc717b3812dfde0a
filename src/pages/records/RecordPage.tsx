import type { ReactNode } from 'react'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import type { Field } from '#contract/kernel/field.ts'
import { RecordNotFound } from '#src/call/ErrorNotice.tsx'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { Value } from '#src/ui/data/Value.tsx'
import { HomeLink } from '#src/ui/feedback/HomeLink.tsx'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Page, PageHeader, PageTitle } from '#src/ui/Page.tsx'
import { useRecordId } from './use-record-id.ts'

/** Says that the address names no record. */
export function NoRecordNotice() {
  const { text } = useText()
  return (
    <Notice page tone="warn" title={text('overview.noRecord')}>
      <HomeLink />
    </Notice>
  )
}

interface RecordByIdProps<E extends Endpoint> {
  /** Reads the record. */
  readonly endpoint: E
  /** What the endpoint is asked for an id; where it is left out, `{ id }`. */
  readonly input?: ((id: string) => Input<E>) | undefined
  children(answer: Output<E>): ReactNode
}

function LoadedRecord<E extends Endpoint>({ id, endpoint, input, children }: RecordByIdProps<E> & { id: string }) {
  const asked = input?.(id) ?? ({ id } as Input<Endpoint> as Input<E>) // whether it is an id of this kind, the server knows
  return <QueryResult query={useCall(endpoint, asked)}>{children}</QueryResult>
}

/** Reads the record whose id stands in the address, and shows what was answered. */
export function RecordById<E extends Endpoint>(props: RecordByIdProps<E>) {
  const id = useRecordId()
  return id ? <LoadedRecord {...props} id={id} /> : <NoRecordNotice />
}

interface RecordRow {
  readonly id: string
  readonly state: unknown
}

interface Props<E extends Endpoint, Row extends RecordRow> extends Omit<RecordByIdProps<E>, 'children'> {
  /** The record in the answer; undefined where there is none of that id. */
  record(answer: Output<E>): Row | undefined
  readonly fields: readonly Field[]
  /** What the record is called, where that is more than its id. */
  name?(record: Row): string | null
  /** Stands in the header beside the state: where it leads, what can be done. */
  beside?(record: Row): ReactNode
  children(record: Row, answer: Output<E>): ReactNode
}

/** The frame of every record page: reads the record that the address names; its name or id and its state head the page. */
export function RecordPage<E extends Endpoint, Row extends RecordRow>(props: Props<E, Row>) {
  const { endpoint, input, record, fields, name, beside, children } = props
  const state = fields.find((field) => field.name === 'state')! // every record has one
  return (
    <RecordById endpoint={endpoint} input={input}>
      {(answer) => {
        const row = record(answer)
        if (!row) return <RecordNotFound />
        return (
          <Page>
            <PageHeader>
              <PageTitle id={row.id} name={name?.(row)} />
              <Value of={state} value={row.state} />
              {beside?.(row)}
            </PageHeader>
            {children(row, answer)}
          </Page>
        )
      }}
    </RecordById>
  )
}
