import { Link } from 'wouter'
import type { z } from 'zod'
import { type Field, fieldOf, fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { LoanDetail } from '#contract/loans/detail.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { Application } from '#contract/loans/row.ts'
import { pages } from '#contract/menu.ts'
import { plan, plans } from '#contract/plans.ts'
import { proof } from '#contract/proofs.ts'
import { TeleVerification } from '#contract/tele-verifications.ts'
import { useCall } from '#src/call/queries.ts'
import { useText, worded } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'
import { Timeline } from '#src/ui/Timeline.tsx'
import { Value } from '#src/ui/Value.tsx'
import { LoanActs } from './LoanActs.tsx'
import { LoanDecisions } from './LoanDecisions.tsx'
import { LoanMessages } from './LoanMessages.tsx'
import { PenaltyDays } from './PenaltyDays.tsx'
import styles from './Record.module.css'
import { useRecordId } from './useRecordId.ts'

type Detail = z.output<typeof LoanDetail>
const { payouts, payments } = LoanDetail.shape
const fields = {
  loan: fieldsOf(Application),
  payouts: fieldsOf(payouts.element),
  payments: fieldsOf(payments.element),
  verification: fieldsOf(TeleVerification),
  state: fieldOf('state', loanFlow.State) satisfies Field,
}

function Head({ loan }: Pick<Detail, 'loan'>) {
  const customer = loan.name ?? loan.customerId
  return (
    <PageHead>
      <Title id={loan.id} />
      <Value of={fields.state} value={loan.state} />
      {may('customer') ? (
        <Link href={`${pages.customer}?id=${loan.customerId}`}>{customer}</Link>
      ) : (
        <span>{customer}</span>
      )}
      <LoanActs loan={loan} />
    </PageHead>
  )
}

function Facts({ loan, verification }: Pick<Detail, 'loan' | 'verification'>) {
  const { text } = useText()
  return (
    <>
      <Panel title={text('loans.section.money')}>
        <RowFacts
          noun="loans"
          fields={fields.loan}
          row={loan}
          show={['amount', 'received', 'fee', 'interest', 'product', 'tenureDays', 'dueDate', 'overdueDays']}
        />
      </Panel>
      <Panel title={text('loans.detail')}>
        <RowFacts
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
            'failure',
            'app',
            'channel',
          ]}
        />
      </Panel>
      {verification && (
        <Panel title={text('loans.section.verification')}>
          <RowFacts
            noun="teleVerifications"
            fields={fields.verification}
            row={verification}
            show={['id', 'state', 'calls', 'callTask', 'caller', 'calledAt', 'verifiedAt']}
          />
        </Panel>
      )}
    </>
  )
}

function Tables({ plans, payouts, payments, proofs }: Detail) {
  const { text } = useText()
  return (
    <>
      <Panel title={text('loans.section.plans')}>
        <RowTable
          name={text('loans.section.plans')}
          noun="plans"
          fields={plan.fields}
          rows={plans}
          id={({ id }) => id}
          leads={may('plans') ? ({ id }) => `/plan?id=${id}` : undefined}
          show={['period', 'state', 'dueDate', 'amountDue', 'penalty', 'amountAfter', 'paid', 'repayable', 'settledAt']}
        />
      </Panel>
      <Panel title={text('loans.section.payouts')}>
        <RowTable
          name={text('loans.section.payouts')}
          noun="payouts"
          fields={fields.payouts}
          rows={payouts}
          id={({ id }) => id}
          show={['attempt', 'state', 'channel', 'utr', 'failure', 'requestedAt', 'resolvedAt']}
        />
      </Panel>
      <Panel title={text('loans.section.payments')}>
        <RowTable
          name={text('loans.section.payments')}
          noun="payments"
          fields={fields.payments}
          rows={payments}
          id={({ id }) => id}
          leads={may('payments') ? ({ id }) => `/payment?id=${id}` : undefined}
          show={['id', 'amount', 'kind', 'channel', 'state', 'utr', 'createdAt', 'completedAt']}
        />
      </Panel>
      <Panel title={text('loans.section.files')}>
        <RowTable
          name={text('loans.section.files')}
          noun="proofs"
          fields={proof.fields}
          rows={proofs}
          id={({ id }) => id}
          leads={may('proofs') ? ({ id }) => `/proof?id=${id}` : undefined}
          show={['id', 'state', 'amount', 'paidOn', 'utr', 'images', 'matched', 'maker', 'submittedAt']}
        />
      </Panel>
    </>
  )
}

function History({ timeline }: Pick<Detail, 'timeline'>) {
  const { text, word } = useText()
  const happenings = timeline.map(({ from, to, event, at, actor, reason }, nth) => ({
    id: String(nth),
    at,
    tone: from === to ? undefined : fields.state.tones?.[to],
    // what left the code as it was is told by what was done
    what: from === to ? worded('loans.event', event) : `${to} ${word('loans.state', to)}`,
    detail: [worded('loans.actor', actor), reason].filter(Boolean).join(' · '),
  }))
  return (
    <Panel title={text('loans.section.timeline')}>
      <Timeline happenings={happenings} />
    </Panel>
  )
}

function LoanOf({ id }: { id: string }) {
  const detail = useCall(loans.detail, { id: id as IdOf<'loan'> }, { quiet: true }) // whether it is one, the server knows
  return (
    <Answered query={detail}>
      {(answer) => (
        <Page>
          <Head loan={answer.loan} />
          <div className={styles.record}>
            <div className={styles.facts}>
              <Facts {...answer} />
            </div>
            <div className={styles.tables}>
              <Tables {...answer} />
              {may(plans.penalties.may) &&
                answer.plans
                  .filter(({ penalty }) => penalty.minor > 0)
                  .map(({ id: planId, period }) => <PenaltyDays key={planId} planId={planId} period={period} />)}
              <LoanMessages messages={answer.messages} />
              <LoanDecisions decisions={answer.decisions} currency={answer.loan.amount.currency} />
            </div>
            <div className={styles.history}>
              <History timeline={answer.timeline} />
            </div>
          </div>
        </Page>
      )}
    </Answered>
  )
}

/** Everything known about one order, and what can be done about it. */
export function LoanPage() {
  const { text } = useText()
  const id = useRecordId()
  return id ? <LoanOf id={id} /> : <Notice tone="warn" title={text('overview.noRecord')} />
}
