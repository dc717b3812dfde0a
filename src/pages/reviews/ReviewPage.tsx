import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pages } from '#contract/menu.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review as reviewSubject } from '#contract/reviews/row.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { replaceTab } from '../records/replace-tab.ts'
import { useRecordId } from '../records/use-record-id.ts'
import { ReviewWorkspace } from './ReviewWorkspace.tsx'
import { giveBackAhead, takeAhead } from './review-session.ts'
import { UndoLine } from './UndoLine.tsx'

/** Nothing waits: what comes next is shown as soon as it does. */
function EmptyQueue({ again }: { again: () => void }) {
  const { text } = useText()
  useEffect(() => onRowsChanged('reviews', again), [again])
  return (
    <Notice page tone="good" title={text('reviews.empty')}>
      <p>{text('reviews.emptyHint')}</p>
      <UndoLine />
      <Link href={pages.reviewQueue}>{text('menu.reviewQueue')}</Link>
    </Notice>
  )
}

/** Claims the next review, and goes there; where nothing waits, it asks `again` once something may. */
function NextReview({ again }: { again: () => void }) {
  const { text } = useText()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    let gone = false
    takeAhead()
      .then((next) => {
        if (gone) return
        if (next) replaceTab(recordPath(reviewSubject, next.id))
        setEmpty(!next)
      })
      .catch(showError)
    return () => {
      gone = true
    }
  }, [])
  return empty ? <EmptyQueue again={again} /> : <Progress label={text('reviews.openNext')} />
}

function KnownReview({ id }: { id: IdOf<'review'> }) {
  const query = useCall(reviews.detail, { id })
  return <QueryResult query={query}>{(detail) => <ReviewWorkspace key={id} detail={detail} />}</QueryResult>
}

/** The workspace of a review: the one that the address names, or else the next of the queue. */
export function ReviewPage() {
  const id = useRecordId()
  const [asked, setAsked] = useState(0)
  const again = useCallback(() => setAsked((times) => times + 1), [])
  useEffect(() => () => void giveBackAhead(), [])
  // whether it is a review's, the server knows
  if (id) return <KnownReview id={id as IdOf<'review'>} />
  if (!may(reviews.claimNext.requires)) return <NoRecordNotice />
  return <NextReview key={asked} again={again} />
}
