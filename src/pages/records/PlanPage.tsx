import { type PlanRow, plans } from '#contract/plans.ts'
import { useText } from '#src/locale/text.ts'
import { ListingRecordPage } from './ListingRecordPage.tsx'
import { LoanLink } from './LoanLink.tsx'
import { PenaltyDays } from './PenaltyDays.tsx'
import styles from './Record.module.css'
import { DescriptionPanel } from './RecordPanels.tsx'

function Facts({ row }: { row: PlanRow }) {
  const { text } = useText()
  const about = { noun: 'plans', fields: plans.list.fields, row } as const
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('plans.detail')}
        show={[
          ...(['name', 'phone', 'period', 'dueDate', 'overdueDays', 'settledAt', 'reducedAt'] as const),
          ...(['product', 'loanState'] as const),
        ]}
      >
        <LoanLink id={row.loanId} />
      </DescriptionPanel>
      <DescriptionPanel
        {...about}
        title={text('loans.section.money')}
        show={[
          ...(['principal', 'interest', 'fee', 'amountDue', 'penalty', 'penaltyAfter', 'feeAfter'] as const),
          ...(['amountAfter', 'paid', 'repayable', 'extensionFee', 'commission'] as const),
        ]}
      />
    </div>
  )
}

/** One instalment: what it asks for, what it was charged day by day, and what can be done about it. */
export const PlanPage = () => (
  <ListingRecordPage<PlanRow> listing={plans.list} page="plans">
    {(row) => (
      <div className={styles.record}>
        <Facts row={row} />
        <div className={styles.tables}>
          <PenaltyDays planId={row.id} period={row.period} />
        </div>
      </div>
    )}
  </ListingRecordPage>
)
