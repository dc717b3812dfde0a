import { Link } from 'wouter'
import { loans } from '#contract/loans/calls.ts'
import { type Plan, plans } from '#contract/plans.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { OneRow } from './OneRow.tsx'
import { PenaltyDays } from './PenaltyDays.tsx'
import styles from './Record.module.css'
import { RowActs } from './RowActs.tsx'

const { fields } = plans.list

function PlanOf({ row }: { row: Plan }) {
  const { text } = useText()
  return (
    <>
      <RowActs noun="plans" listing={plans.list.id} page="plans" row={row} />
      <div className={styles.record}>
        <div className={styles.facts}>
          <Panel title={text('plans.detail')}>
            <RowFacts
              noun="plans"
              fields={fields}
              row={row}
              show={[
                'name',
                'phone',
                'period',
                'dueDate',
                'overdueDays',
                'settledAt',
                'reducedAt',
                'product',
                'loanState',
              ]}
            />
            {may(loans.detail.may) && <Link href={`/detail?id=${row.loanId}`}>{row.loanId}</Link>}
          </Panel>
          <Panel title={text('loans.section.money')}>
            <RowFacts
              noun="plans"
              fields={fields}
              row={row}
              show={[
                ...(['principal', 'interest', 'fee', 'amountDue', 'penalty', 'penaltyAfter', 'feeAfter'] as const),
                ...(['amountAfter', 'paid', 'repayable', 'extensionFee', 'commission'] as const),
              ]}
            />
          </Panel>
        </div>
        <div className={styles.tables}>
          <PenaltyDays planId={row.id} period={row.period} />
        </div>
      </div>
    </>
  )
}

/** One instalment: what it asks for, what it was charged day by day, and what can be done about it. */
export const PlanPage = () => <OneRow<Plan> listing={plans.list}>{(row) => <PlanOf row={row} />}</OneRow>
