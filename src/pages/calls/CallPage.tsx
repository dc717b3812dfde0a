import { Link } from 'wouter'
import { type CallRow, calls } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { call } from '#src/call/call.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { ChecksPanel } from '../conduct-checks/ChecksPanel.tsx'
import { ListingRecordPage } from '../records/ListingRecordPage.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import styles from '../records/Record.module.css'
import { DescriptionPanel } from '../records/RecordPanels.tsx'
import { RecordingPanel } from './RecordingPanel.tsx'

function Facts({ row }: { row: CallRow }) {
  const { text } = useText()
  const about = { noun: 'calls', fields: calls.list.fields, row } as const
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('calls.section.course')}
        show={[
          ...(['direction', 'way', 'beganAt', 'rangAt', 'answeredAt', 'endedAt', 'seconds', 'connected'] as const),
          'failure',
        ]}
      />
      <DescriptionPanel
        {...about}
        title={text('calls.section.party')}
        show={['name', 'phone', 'customerId', 'staff', 'agency', 'line']}
      >
        {row.caseId && may('openCases') && (
          <p>
            <Link href={recordPath(collectionCase, row.caseId)}>{row.caseId}</Link>
          </p>
        )}
        {row.loanId && <LoanLink id={row.loanId} />}
      </DescriptionPanel>
      {may(calls.reveal.requires) && (
        <RecordingPanel
          {...{ id: row.id, recorded: row.recorded, recording: calls.recording }}
          reveal={(reason) => call(calls.reveal, { id: row.id, reason })}
        />
      )}
      <ChecksPanel field="callId" id={row.id} />
    </div>
  )
}

/** One call: how it went, with whom, and for whoever may, what was said. */
export const CallPage = () => (
  <ListingRecordPage<CallRow> listing={calls.list} page="calls" also={['calls.openCase', 'calls.openChecks']}>
    {(row) => <Facts row={row} />}
  </ListingRecordPage>
)
