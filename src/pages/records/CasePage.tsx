import { type Case, cases } from '#contract/cases.ts'
import { useText } from '#src/locale/text.ts'
import { useLiveCall } from '#src/shell/live-call/use-live-call.ts'
import { ListingRecordPage } from './ListingRecordPage.tsx'
import { LoanLink } from './LoanLink.tsx'
import styles from './Record.module.css'
import { RecordActions } from './RecordActions.tsx'
import { DescriptionPanel } from './RecordPanels.tsx'

function Facts({ row }: { row: Case }) {
  const { text, say } = useText()
  const call = useLiveCall(row.id)
  const about = { noun: 'cases', fields: cases.open.fields, row } as const
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('cases.detail')}
        show={['id', 'stage', 'name', 'phone', 'collector', 'group', 'agency', 'allocatedAt', 'openedAt', 'hold']}
      />
      <DescriptionPanel
        {...about}
        title={text('cases.section.debt')}
        show={['loanState', 'dueDate', 'overdueDays', 'principal', 'penalty', 'repayable']}
      >
        <LoanLink id={row.loanId} />
      </DescriptionPanel>
      <DescriptionPanel
        {...about}
        title={text('cases.section.contact')}
        show={['promisedFor', 'followUpAt', 'lastResult', 'lastContactAt', 'contactsToday']}
      >
        {call && (
          <p role="status">
            {text('calls.noun')}: {say(`calls.state.${call.state}`)}
          </p>
        )}
      </DescriptionPanel>
    </div>
  )
}

/** One case of collection, and what can be done about it. */
export const CasePage = () => (
  <ListingRecordPage<Case> listing={cases.open}>
    {(row) => (
      <>
        <RecordActions noun="cases" listing={cases.open.id} page="openCases" row={row} />
        <Facts row={row} />
      </>
    )}
  </ListingRecordPage>
)
