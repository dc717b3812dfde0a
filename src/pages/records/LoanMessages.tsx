import { fieldsOf } from '#contract/kernel/field.ts'
import type { LoanDetail } from '#contract/loans/detail.ts'
import { Message } from '#contract/messages.ts'
import { useText } from '#src/locale/text.ts'
import { TablePanel } from './RecordPanels.tsx'

const fields = fieldsOf(Message)

/** What the customer of an order was written, and is to be. */
export function LoanMessages({ messages }: Pick<LoanDetail, 'messages'>) {
  const { text } = useText()
  return (
    <TablePanel
      title={text('loans.section.messages')}
      noun="messages"
      fields={fields}
      rows={messages}
      id={({ id }) => id}
      show={['template', 'state', 'sendAt', 'sentAt', 'madeBy', 'text', 'failure']}
    />
  )
}
