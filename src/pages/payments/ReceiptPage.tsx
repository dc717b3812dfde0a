import { fieldsOf } from '#contract/kernel/field.ts'
import { type Payment, PaymentShare, payments } from '#contract/payments.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { DescriptionPanel, TablePanel } from '../records/RecordPanels.tsx'
import styles from './ReceiptPage.module.css'

const { fields } = payments.list
const shareFields = fieldsOf(PaymentShare)

function Facts({ payment }: { payment: Payment }) {
  const { text } = useText()
  const show = [
    ...(['amount', 'name', 'phone', 'kind', 'channel', 'completedAt', 'createdAt', 'utr', 'upi'] as const),
    ...([
      'platformRef',
      'paymentNo',
      'extensionFee',
      'unapplied',
      'cost',
      'operator',
      'failure',
      'reversal',
      'reversalReason',
      'reversalBy',
    ] as const),
  ].filter((name) => {
    const value = payment[name]
    return value !== null && !(typeof value === 'object' && 'minor' in value && value.minor === 0)
  })
  return <DescriptionPanel title={text('payments.facts')} noun="payments" fields={fields} row={payment} show={show} />
}

/** What became of one payment, plan by plan: to be read, and printed as a receipt. */
export function ReceiptPage() {
  const { text } = useText()
  return (
    <RecordPage
      endpoint={payments.detail}
      record={({ payment }) => payment}
      fields={fields}
      name={({ id }) => `${text('payments.detail')} ${id}`}
      beside={({ loanId }) => (
        <>
          <LoanLink id={loanId} otherwise="id" />
          <Button className={styles.print} onClick={() => window.print()}>
            {text('payments.print')}
          </Button>
        </>
      )}
    >
      {(payment, { shares }) => (
        <>
          <RecordActions noun="payments" listing={payments.list.id} page="payments" row={payment} />
          <Facts payment={payment} />
          <TablePanel
            title={text('payments.shares')}
            empty={text('payments.noShares')}
            noun="payments"
            fields={shareFields}
            rows={shares}
            id={({ planId }) => planId}
            show={['planId', 'period', 'dueDate', 'penalty', 'fee', 'interest', 'principal']}
          />
        </>
      )}
    </RecordPage>
  )
}
