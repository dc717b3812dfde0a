import { type ConductCheck, conductCheck, conductChecks, keepsRobots } from '#contract/conduct-checks.ts'
import { inspectionFlow } from '#contract/inspection-rules.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { call } from '#src/call/call.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { RecordingPanel } from '../calls/RecordingPanel.tsx'
import { NextOfQueue } from '../inspections/NextOfQueue.tsx'
import { useNextOnceInspected, useShownOnceOpened } from '../inspections/use-inspected.ts'
import { ListingRecordPage } from '../records/ListingRecordPage.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { useRecordId } from '../records/use-record-id.ts'
import { CheckFacts } from './CheckFacts.tsx'

const { list, claimNext, show, reveal, recording } = conductChecks

/** Claims the next check, and answers where it is opened. */
async function claim(): Promise<string | null> {
  const { check } = await submitCall(claimNext, {})
  return check && recordPath(conductCheck, check.id)
}

function Check({ row }: { row: ConductCheck }) {
  const me = useSession().user?.userId
  const { id, version } = row
  const waits = inspectionFlow.can('pass')(row).ok
  useNextOnceInspected(row, '/conduct-check', waits, me)
  const isMine = row.robot ? may(keepsRobots) : row.collector?.id === me && may('conductChecks.request')
  useShownOnceOpened(row, isMine, () => submitCall(show, { id, version }))
  return (
    <>
      {waits && row.inspector?.id === me && may(reveal.requires) && (
        <RecordingPanel
          {...{ id, recorded: row.recorded, recording, reason: id }}
          reveal={() => call(reveal, { id })}
        />
      )}
      <CheckFacts row={row} />
    </>
  )
}

/** One conduct check with its recording, for whoever has claimed it; without one in the address, the next of the queue. */
export function ConductCheckPage() {
  const id = useRecordId()
  if (!id && may(claimNext.requires)) return <NextOfQueue noun="conductChecks" page="conductChecks" claim={claim} />
  if (!id) return <NoRecordNotice />
  return (
    <ListingRecordPage<ConductCheck>
      listing={list}
      page="conductChecks"
      also={['conductChecks.openCall', 'conductChecks.openCase']}
    >
      {(row) => <Check key={row.id} row={row} />}
    </ListingRecordPage>
  )
}
