import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import { useText } from '#src/locale/text.ts'
import { LoanLink } from '../records/LoanLink.tsx'
import styles from '../records/Record.module.css'
import { DescriptionPanel } from '../records/RecordPanels.tsx'

/** What was decided, what was found of it, and how that was answered. */
export function InspectionFacts({ row }: { row: QualityInspection }) {
  const { text } = useText()
  const about = { noun: 'qualityInspections', fields: qualityInspections.list.fields, row } as const
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('qualityInspections.decision')}
        show={['reviewer', 'result', 'reviewCode', 'reviewedAt', 'rule', 'loanState']}
      >
        <LoanLink id={row.loanId} />
      </DescriptionPanel>
      <DescriptionPanel
        {...about}
        title={text('qualityInspections.finding')}
        show={['outcome', 'code', 'remark', 'inspector', 'inspectedAt', 'shownAt', 'sentBackAt']}
      />
      {row.appealState && (
        <DescriptionPanel
          {...about}
          title={text('qualityInspections.appealed')}
          show={['appealState', 'appealReason', 'appealedAt', 'appealDecidedBy', 'appealRemark', 'appealDecidedAt']}
        />
      )}
    </div>
  )
}
