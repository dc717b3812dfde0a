import { type ConductCheck, conductChecks } from '#contract/conduct-checks.ts'
import { useText } from '#src/locale/text.ts'
import { LoanLink } from '../records/LoanLink.tsx'
import styles from '../records/Record.module.css'
import { DescriptionPanel } from '../records/RecordPanels.tsx'

/** Which call it is, what was found of it, and how that was answered. */
export function CheckFacts({ row }: { row: ConductCheck }) {
  const { text } = useText()
  const about = { noun: 'conductChecks', fields: conductChecks.list.fields, row } as const
  const speaker = row.robot ? (['robot'] as const) : (['collector', 'agency'] as const)
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('conductChecks.call')}
        show={[...speaker, 'calledAt', 'seconds', 'rule', row.robot ? 'recordId' : 'callId', 'caseId']}
      >
        <LoanLink id={row.loanId} />
      </DescriptionPanel>
      <DescriptionPanel
        {...about}
        title={text('conductChecks.finding')}
        show={['outcome', 'code', 'remark', 'inspector', 'inspectedAt', 'shownAt']}
      />
      {row.appealState && (
        <DescriptionPanel
          {...about}
          title={text('conductChecks.appealed')}
          show={['appealState', 'appealReason', 'appealedAt', 'appealDecidedBy', 'appealRemark', 'appealDecidedAt']}
        />
      )}
    </div>
  )
}
