import { useEffect, useRef } from 'react'
import { inspectionFlow } from '#contract/inspection-rules.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { canInspect } from '#contract/quality-inspections/flow.ts'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useText } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { ListingRecordPage } from '../records/ListingRecordPage.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { replaceTab } from '../records/replace-tab.ts'
import { useRecordId } from '../records/use-record-id.ts'
import { InspectedDecision } from './InspectedDecision.tsx'
import { InspectionFacts } from './InspectionFacts.tsx'
import { NextInspection } from './NextInspection.tsx'

const { list, claimNext, show } = qualityInspections

/** Goes on with the next inspection once this one, which waited, has been inspected here. */
function useNextOnceInspected(row: QualityInspection, me: string | undefined): void {
  const waited = useRef(canInspect(row).ok)
  const { state, inspector } = row
  useEffect(() => {
    if (waited.current && state === 'inspected' && inspector?.id === me) replaceTab('/inspection')
  }, [state, inspector, me])
}

/** Shows the reviewer what was found of their decision: they have opened it. */
function useShownOnceOpened({ id, version, state, reviewer }: QualityInspection, me: string | undefined): void {
  const unseen = inspectionFlow.can('showPass')({ state }).ok && reviewer.id === me && may(show.requires)
  useEffect(() => {
    // where that fails it was said, and the result stays hidden
    if (unseen) void submitCall(show, { id, version }).catch(() => {})
  }, [unseen, id, version])
}

function Inspection({ row }: { row: QualityInspection }) {
  const me = useSession().user?.userId
  useNextOnceInspected(row, me)
  useShownOnceOpened(row, me)
  return (
    <>
      <RecordActions
        noun="qualityInspections"
        listing={list.id}
        page="qualityQueue"
        row={row}
        also={['qualityInspections.openReview', 'qualityInspections.openLoan']}
      />
      <InspectionFacts row={row} />
      {may(reviews.detail.requires) && <InspectedDecision id={row.reviewId} />}
    </>
  )
}

/** One inspection with everything that the decision stood on; without one in the address, the next of the queue. */
export function InspectionPage() {
  const { text } = useText()
  const id = useRecordId()
  if (!id && may(claimNext.requires)) return <NextInspection />
  if (!id) return <Notice page tone="warn" title={text('overview.noRecord')} />
  return (
    <ListingRecordPage<QualityInspection> listing={list}>
      {(row) => <Inspection key={row.id} row={row} />}
    </ListingRecordPage>
  )
}
