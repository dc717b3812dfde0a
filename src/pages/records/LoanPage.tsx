import { Link } from 'wouter'
import type { z } from 'zod'
import { customer } from '#contract/customers.ts'
import { type Field, fieldOf, fieldsOf } from '#contract/kernel/field.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { LoanDetail } from '#contract/loans/detail.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { Application } from '#contract/loans/row.ts'
import { MachineReview } from '#contract/machine-reviews.ts'
import { payment } from '#contract/payments.ts'
import { plan, plans } from '#contract/plans.ts'
import { proof } from '#contract/proofs.ts'
import { TeleVerification } from '#contract/tele-verifications.ts'
import { byWhom } from '#src/grid/peek/use-timeline.ts'
import { tonesOf } from '#src/locale/choices.ts'
import { useText, worded } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Timeline } from '#src/ui/data/Timeline.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { LoanActions } from './LoanActions.tsx'
import { LoanDecisions } from './LoanDecisions.tsx'
import { LoanMessages } from './LoanMessages.tsx'
import { LoanRequests } from './LoanRequests.tsx'
import { PenaltyDays } from './PenaltyDays.tsx'
import styles from './Record.module.css'
import { RecordPage } from './RecordPage.tsx'
import { DescriptionPanel, TablePanel } from './RecordPanels.tsx'

type Detail = z.output<typeof LoanDetail>
const { payouts, payments } = LoanDetail.shape
const fields = {
  plan: plans.list.fields,
  loan: fieldsOf(Application),
  payouts: fieldsOf(payouts.element),
  payments: fieldsOf(payments.element),
  verification: fieldsOf(TeleVerification),
  machineReview: fieldsOf(MachineReview),
  state: fieldOf('state', loanFlow.State) satisfies Field,
}

function CustomerLink({ loan: { name, customerId } }: Pick<Detail, 'loan'>) {
  const label = name ?? customerId
  if (!may('customer')) return <span>{label}</span>
  return <Link href={recordPath(customer, customerId)}>{label}</Link>
}

/** What machines and callers have found out before money left. */
function Checks({ machineReview, verification }: Pick<Detail, 'machineReview' | 'verification'>) {
  const { text } = useText()
  return (
    <>
      {machineReview && (
        <DescriptionPanel
          title={text('loans.section.machineReview')}
          noun="machineReviews"
          fields={fields.machineReview}
          row={machineReview}
          show={['id', 'state', 'startedAt', 'completedAt', 'seconds', 'tries', 'nextTryAt', 'face', 'bureauScore']}
        />
      )}
      {verification && (
        <DescriptionPanel
          title={text('loans.section.verification')}
          noun="teleVerifications"
          fields={fields.verification}
          row={verification}
          show={['id', 'state', 'calls', 'callTask', 'caller', 'calledAt', 'verifiedAt']}
        />
      )}
    </>
  )
}

function Facts({ loan, verification, machineReview }: Pick<Detail, 'loan' | 'verification' | 'machineReview'>) {
  const { text } = useText()
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        title={text('loans.section.money')}
        noun="loans"
        fields={fields.loan}
        row={loan}
        show={['amount', 'received', 'fee', 'gst', 'interest', 'product', 'tenureDays', 'dueDate', 'overdueDays']}
      />
      <DescriptionPanel
        title={text('loans.detail')}
        noun="loans"
        fields={fields.loan}
        row={loan}
        show={[
          'phone',
          'kind',
          'firstLoan',
          'appliedAt',
          'decidedAt',
          'disbursedAt',
          'reviewer',
          'overQuota',
          'deniedCode',
          'attempts',
          'failureCode',
          'failure',
          'app',
          'channel',
        ]}
      />
      <Checks machineReview={machineReview} verification={verification} />
    </div>
  )
}

function Tables({ plans, payouts, payments, proofs }: Detail) {
  const { text } = useText()
  return (
    <>
      <TablePanel
        title={text('loans.section.plans')}
        noun="plans"
        fields={fields.plan}
        rows={plans}
        id={({ id }) => id}
        leads={may('plans') ? ({ id }) => recordPath(plan, id) : undefined}
        show={['period', 'state', 'dueDate', 'amountDue', 'penalty', 'amountAfter', 'paid', 'repayable', 'settledAt']}
      />
      <TablePanel
        title={text('loans.section.payouts')}
        noun="payouts"
        fields={fields.payouts}
        rows={payouts}
        id={({ id }) => id}
        show={['attempt', 'state', 'channel', 'utr', 'failureCode', 'failure', 'requestedAt', 'resolvedAt']}
      />
      <TablePanel
        title={text('loans.section.payments')}
        noun="payments"
        fields={fields.payments}
        rows={payments}
        id={({ id }) => id}
        leads={may('payments') ? ({ id }) => recordPath(payment, id) : undefined}
        show={['id', 'amount', 'kind', 'channel', 'state', 'utr', 'createdAt', 'completedAt']}
      />
      <TablePanel
        title={text('loans.section.files')}
        noun="proofs"
        fields={proof.fields}
        rows={proofs}
        id={({ id }) => id}
        leads={may('proofs') ? ({ id }) => recordPath(proof, id) : undefined}
        show={['id', 'state', 'amount', 'paidOn', 'utr', 'images', 'matched', 'maker', 'submittedAt']}
      />
    </>
  )
}

function History({ timeline }: Pick<Detail, 'timeline'>) {
  const { text, word } = useText()
  const happenings = timeline.map(({ from, to, event, at, actor, reason }, nth) => ({
    id: String(nth),
    at,
    tone: from === to ? undefined : tonesOf(fields.state)[to],
    // what left the code as it was is told by what was done
    what: from === to ? worded('loans.event', event) : `${to} ${word('loans.state', to)}`,
    detail: byWhom({ actor, reason }),
  }))
  return (
    <Panel title={text('loans.section.timeline')}>
      <Timeline happenings={happenings} />
    </Panel>
  )
}

/** Everything known about one order, and what can be done about it. */
export const LoanPage = () => (
  <RecordPage
    endpoint={loans.detail}
    record={({ loan }) => loan}
    fields={fields.loan}
    beside={(loan) => (
      <>
        <CustomerLink loan={loan} />
        <LoanActions loan={loan} />
      </>
    )}
  >
    {(loan, detail) => (
      <div className={styles.record}>
        <Facts {...detail} />
        <div className={styles.tables}>
          <LoanRequests loanId={loan.id} />
          <Tables {...detail} />
          {may(plans.penalties.requires) &&
            detail.plans
              .filter(({ penalty }) => penalty.minor > 0)
              .map(({ id, period }) => <PenaltyDays key={id} planId={id} period={period} />)}
          <LoanMessages messages={detail.messages} />
          <LoanDecisions decisions={detail.decisions} currency={loan.amount.currency} />
        </div>
        <div className={styles.history}>
          <History timeline={detail.timeline} />
        </div>
      </div>
    )}
  </RecordPage>
)
