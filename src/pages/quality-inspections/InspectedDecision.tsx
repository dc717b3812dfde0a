import type { IdOf } from '#contract/kernel/values.ts'
import { reviews } from '#contract/reviews/calls.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { EvidenceColumns, useCursor } from '../reviews/EvidenceColumns.tsx'
import { FindingsStrip } from '../reviews/FindingsStrip.tsx'

function Evidence({ detail }: { detail: ReviewDetail }) {
  const cursor = useCursor(detail)
  useKeys('page', [
    { id: 'reviews.key.nextField', keys: 'j', repeats: true, run: () => cursor.move(1) },
    { id: 'reviews.key.previousField', keys: 'k', repeats: true, run: () => cursor.move(-1) },
    { id: 'reviews.key.differences', keys: 'd', run: cursor.toggleDifferences },
  ])
  return (
    <>
      <FindingsStrip detail={detail} />
      <EvidenceColumns detail={detail} cursor={cursor} />
    </>
  )
}

/** What the decision that is inspected stood on, as its reviewer had it. */
export function InspectedDecision({ id }: { id: IdOf<'review'> }) {
  const query = useCall(reviews.detail, { id })
  return <QueryResult query={query}>{(detail) => <Evidence key={id} detail={detail} />}</QueryResult>
}
