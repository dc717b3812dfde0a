import { type Ticket, tickets } from '#contract/tickets.ts'
import { useText } from '#src/locale/text.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { ListingRecordPage } from './ListingRecordPage.tsx'
import { LoanLink } from './LoanLink.tsx'
import styles from './Record.module.css'
import { RecordActions } from './RecordActions.tsx'
import { DescriptionPanel } from './RecordPanels.tsx'

function Facts({ row }: { row: Ticket }) {
  const { text } = useText()
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        title={text('tickets.detail')}
        noun="tickets"
        fields={tickets.operation.fields}
        row={row}
        show={[
          ...(['id', 'kind', 'priority', 'source', 'department', 'processor', 'createdBy', 'createdAt'] as const),
          ...(['firstResponseAt', 'slaDueAt', 'slaBreached', 'closedAt', 'rating'] as const),
        ]}
      />
      <Panel title={text('tickets.content')}>
        <p className={styles.prose}>{row.content}</p>
        {row.loanId && <LoanLink id={row.loanId} />}
      </Panel>
    </div>
  )
}

/** One ticket, and what can be done about it. */
export const TicketPage = () => (
  <ListingRecordPage<Ticket> listing={tickets.operation} name={({ title }) => title}>
    {(row) => (
      <>
        <RecordActions noun="tickets" listing={tickets.operation.id} page="operationTickets" row={row} />
        <Facts row={row} />
      </>
    )}
  </ListingRecordPage>
)
