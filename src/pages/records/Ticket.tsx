import { Link } from 'wouter'
import { loans } from '#contract/loans/calls.ts'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { OneRow } from './OneRow.tsx'
import styles from './Record.module.css'
import { RowActs } from './RowActs.tsx'

function Facts({ row }: { row: Ticket }) {
  const { text } = useText()
  return (
    <div className={styles.facts}>
      <Panel title={text('tickets.detail')}>
        <RowFacts
          noun="tickets"
          fields={tickets.operation.fields}
          row={row}
          show={[
            'id',
            'kind',
            'priority',
            'source',
            'department',
            'processor',
            'createdBy',
            'createdAt',
            'firstResponseAt',
            'slaDueAt',
            'slaBreached',
            'closedAt',
            'rating',
          ]}
        />
      </Panel>
      <Panel title={text('tickets.content')}>
        <p className={styles.prose}>{row.content}</p>
        {row.loanId && may(loans.detail.may) && <Link href={`/detail?id=${row.loanId}`}>{row.loanId}</Link>}
      </Panel>
    </div>
  )
}

/** One ticket, and what can be done about it. */
export const TicketPage = () => (
  <OneRow<Ticket> listing={tickets.operation} name={({ title }) => title}>
    {(row) => (
      <>
        <RowActs noun="tickets" listing={tickets.operation.id} page="operationTickets" row={row} />
        <Facts row={row} />
      </>
    )}
  </OneRow>
)
