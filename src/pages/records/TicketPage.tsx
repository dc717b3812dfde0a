import { fieldsOf } from '#contract/kernel/field.ts'
import { type Ticket, TicketStep, tickets } from '#contract/tickets.ts'
import { useText } from '#src/locale/text.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { LoanLink } from './LoanLink.tsx'
import styles from './Record.module.css'
import { RecordActions } from './RecordActions.tsx'
import { RecordPage } from './RecordPage.tsx'
import { DescriptionPanel, TablePanel } from './RecordPanels.tsx'

const { fields } = tickets.operation
const stepFields = fieldsOf(TicketStep)
/** The list of each desk: what can be done to a ticket is offered as it is there. */
const desks = {
  operation: { listing: tickets.operation.id, page: 'operationTickets' },
  collection: { listing: tickets.collection.id, page: 'collectionTickets' },
} as const

function Facts({ row }: { row: Ticket }) {
  const { text } = useText()
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        title={text('tickets.detail')}
        noun="tickets"
        fields={fields}
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

/** What was done with a ticket, and where it went. */
function Steps({ steps }: { steps: readonly TicketStep[] }) {
  const { text } = useText()
  return (
    <div className={styles.tables}>
      <TablePanel
        title={text('tickets.steps')}
        noun="tickets"
        fields={stepFields}
        rows={steps}
        id={({ id }) => id}
        show={['what', 'note', 'to', 'by', 'at']}
      />
    </div>
  )
}

/** One ticket, what was done with it, and what can be done about it. */
export const TicketPage = () => (
  <RecordPage endpoint={tickets.detail} record={({ ticket }) => ticket} fields={fields} name={({ title }) => title}>
    {(row, { steps }) => (
      <>
        <RecordActions noun="tickets" {...desks[row.desk]} row={row} />
        <div className={styles.record}>
          <Facts row={row} />
          <Steps steps={steps} />
        </div>
      </>
    )}
  </RecordPage>
)
