import { useState } from 'react'
import { Link } from 'wouter'
import { type AiRecord, aiRecords, type Transcript } from '#contract/ai-records.ts'
import { aiTask } from '#contract/ai-tasks.ts'
import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { call } from '#src/call/call.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { RecordingPanel } from '../calls/RecordingPanel.tsx'
import { ChecksPanel } from '../conduct-checks/ChecksPanel.tsx'
import { ListingRecordPage } from '../records/ListingRecordPage.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import styles from '../records/Record.module.css'
import { DescriptionPanel } from '../records/RecordPanels.tsx'
import { TranscriptLines } from './TranscriptLines.tsx'

function Facts({ row }: { row: AiRecord }) {
  const { text } = useText()
  const about = { noun: 'aiRecords', fields: aiRecords.list.fields, row } as const
  // kept nowhere, and gone with the page
  const [lines, setLines] = useState<Transcript>([])
  const { id, recorded, transcribed, taskId, caseId } = row
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('aiRecords.section.course')}
        show={[
          ...(['outcome', 'attempt', 'beganAt', 'answeredAt', 'endedAt', 'seconds', 'cost', 'robotName'] as const),
          'failure',
        ]}
      >
        {may('aiTasks') && (
          <p>
            <Link href={recordPath(aiTask, taskId)}>{taskId}</Link>
          </p>
        )}
      </DescriptionPanel>
      <DescriptionPanel {...about} title={text('aiRecords.section.party')} show={['name', 'phone', 'customerId']}>
        {may('openCases') && (
          <p>
            <Link href={recordPath(collectionCase, caseId)}>{caseId}</Link>
          </p>
        )}
        <LoanLink id={row.loanId} />
      </DescriptionPanel>
      {may(aiRecords.reveal.requires) && (
        <RecordingPanel
          {...{ id, recorded, recording: aiRecords.recording, hasMore: transcribed }}
          reveal={async (reason) => {
            await call(aiRecords.reveal, { id, reason })
            if (transcribed) setLines((await call(aiRecords.transcript, { id })).lines)
          }}
        >
          <TranscriptLines lines={lines} />
        </RecordingPanel>
      )}
      <ChecksPanel field="recordId" id={id} />
    </div>
  )
}

/** One call of a robot: what came of it, how it went, with whom, and for whoever may, what was said. */
export const RobotCallPage = () => (
  <ListingRecordPage<AiRecord>
    listing={aiRecords.list}
    page="aiRecords"
    also={['aiRecords.openCase', 'aiRecords.openChecks']}
  >
    {(row) => <Facts row={row} />}
  </ListingRecordPage>
)
