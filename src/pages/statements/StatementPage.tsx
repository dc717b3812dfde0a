import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Statement, StatementLine, statements } from '#contract/statements.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { RowDescription } from '#src/ui/data/DescriptionList.tsx'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useRecordId } from '../records/use-record-id.ts'
import { UploadPage } from '../uploads/UploadPage.tsx'

const fields = fieldsOf(Statement)
const lineFields = fieldsOf(StatementLine)

const counts = ['lines', 'proof', 'payment', 'known', 'differs', 'refused', 'unmatched'] as const

/** What became of each line of a statement. */
function Report({ id }: { id: string }) {
  const { text, say } = useText()
  const detail = useCall(statements.detail, { id: id as IdOf<'statement'> }) // whether it is one, the server knows
  return (
    <QueryResult query={detail}>
      {({ statement, lines }) => (
        <>
          <Panel title={`${text('statements.title')} ${statement.id}`}>
            <RowDescription
              noun="statements"
              fields={fields}
              row={statement}
              show={['file', 'readBy', 'readAt', ...counts]}
            />
          </Panel>
          <Panel title={text('statements.report')}>
            <RowTable
              name={text('statements.report')}
              noun="statements"
              fields={lineFields}
              rows={lines.map((line) => ({ ...line, note: line.note && say(`faults.${line.note}`) }))}
              id={(line) => line.id}
              show={['line', 'outcome', 'bookedOn', 'utr', 'amount', 'bank', 'loanId', 'proofId', 'paymentId', 'note']}
            />
          </Panel>
        </>
      )}
    </QueryResult>
  )
}

function Recent() {
  const { text } = useText()
  const recent = useCall(statements.recent, {})
  return (
    <QueryResult query={recent}>
      {({ statements: rows }) => (
        <Panel title={text('statements.recent')}>
          <RowTable
            empty={text('statements.none')}
            name={text('statements.recent')}
            noun="statements"
            fields={fields}
            rows={rows}
            id={({ id }) => id}
            leads={({ id }) => `/statement?id=${id}`}
            show={['id', 'file', 'readBy', 'readAt', ...counts]}
          />
        </Panel>
      )}
    </QueryResult>
  )
}

/** Reads a bank's statement in, and tells what its lines came to. */
export function StatementPage() {
  const id = useRecordId()
  return (
    <>
      <UploadPage
        endpoint={statements.upload}
        template={statements.template}
        hint="statements.hint"
        done="statements.upload.done"
        leadsTo={({ id: read }) => `/statement?id=${read}`}
      />
      <Page>
        {id && <Report id={id} />}
        <Recent />
      </Page>
    </>
  )
}
