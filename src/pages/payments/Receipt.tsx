import { Link } from 'wouter'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { type Payment, PaymentShare, payments } from '#contract/payments.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { RowActs } from '#src/pages/records/RowActs.tsx'
import { useRecordId } from '#src/pages/records/useRecordId.ts'
import { may } from '#src/session/session.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Button } from '#src/ui/Button.tsx'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'
import { Value } from '#src/ui/Value.tsx'
import styles from './Receipt.module.css'

const { fields } = payments.list
const shareFields = fieldsOf(PaymentShare)
const stateField = fields.find(({ name }) => name === 'state')!

function Head({ payment }: { payment: Payment }) {
  const { text } = useText()
  const { loanId } = payment
  return (
    <PageHead>
      <h1>
        {text('payments.detail')} {payment.id}
      </h1>
      <Value of={stateField} value={payment.state} />
      {may(loans.detail.may) ? <Link href={`/detail?id=${loanId}`}>{loanId}</Link> : <span>{loanId}</span>}
      <Button className={styles.print} onClick={() => window.print()}>
        {text('payments.print')}
      </Button>
    </PageHead>
  )
}

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
  return (
    <Panel title={text('payments.facts')}>
      <RowFacts noun="payments" fields={fields} row={payment} show={show} />
    </Panel>
  )
}

function ReceiptOf({ id }: { id: string }) {
  const { text } = useText()
  const detail = useCall(payments.detail, { id: id as IdOf<'payment'> }, { quiet: true }) // whether it is one, the server knows
  return (
    <Answered query={detail}>
      {({ payment, shares }) => (
        <Page>
          <Head payment={payment} />
          <RowActs noun="payments" listing={payments.list.id} page="payments" row={payment} />
          <Facts payment={payment} />
          <Panel title={text('payments.shares')}>
            <RowTable
              empty={text('payments.noShares')}
              name={text('payments.shares')}
              noun="payments"
              fields={shareFields}
              rows={shares}
              id={({ planId }) => planId}
              show={['planId', 'period', 'dueDate', 'penalty', 'fee', 'interest', 'principal']}
            />
          </Panel>
        </Page>
      )}
    </Answered>
  )
}

/** What became of one payment, plan by plan: to be read, and printed as a receipt. */
export function ReceiptPage() {
  const { text } = useText()
  const id = useRecordId()
  return id ? <ReceiptOf id={id} /> : <Notice page tone="warn" title={text('overview.noRecord')} />
}
