import { recordPath } from '#contract/kernel/subject.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { canInspect } from '#contract/quality-inspections/flow.ts'
import { type QualityInspection, qualityInspection } from '#contract/quality-inspections/row.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { NextOfQueue } from '../inspections/NextOfQueue.tsx'
import { useNextOnceInspected, useShownOnceOpened } from '../inspections/use-inspected.ts'
import { ListingRecordPage } from '../records/ListingRecordPage.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { useRecordId } from '../records/use-record-id.ts'
import { InspectedDecision } from './InspectedDecision.tsx'
import { InspectionFacts } from './InspectionFacts.tsx'

const { list, claimNext, show } = qualityInspections

/** Claims the next inspection, and answers where it is opened. */
async function claim(): Promise<string | null> {
  const { inspection } = await submitCall(claimNext, {})
  return inspection && recordPath(qualityInspection, inspection.id)
}

function Inspection({ row }: { row: QualityInspection }) {
  const me = useSession().user?.userId
  const { id, version } = row
  useNextOnceInspected(row, '/inspection', canInspect(row).ok, me)
  useShownOnceOpened(row, row.reviewer.id === me && may(show.requires), () => submitCall(show, { id, version }))
  return (
    <>
      <InspectionFacts row={row} />
      {may(reviews.detail.requires) && <InspectedDecision id={row.reviewId} />}
    </>
  )
}

/** One inspection with everything that the decision stood on; without one in the address, the next of the queue. */
export function InspectionPage() {
  const id = useRecordId()
  if (!id && may(claimNext.requires)) return <NextOfQueue noun="qualityInspections" page="qualityQueue" claim={claim} />
  if (!id) return <NoRecordNotice />
  return (
    <ListingRecordPage<QualityInspection>
      listing={list}
      page="qualityQueue"
      also={['qualityInspections.openReview', 'qualityInspections.openLoan']}
    >
      {(row) => <Inspection key={row.id} row={row} />}
    </ListingRecordPage>
  )
}
