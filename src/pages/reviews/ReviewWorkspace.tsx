import { useRef, useState } from 'react'
import { reviews } from '#contract/reviews/calls.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { may } from '#src/session/base/session.ts'
import { useActiveRecord } from '../records/use-active-record.ts'
import { DecisionDock } from './DecisionDock.tsx'
import { EvidenceColumns, useCursor } from './EvidenceColumns.tsx'
import { FindingsStrip } from './FindingsStrip.tsx'
import { HoldNotice } from './HoldNotice.tsx'
import styles from './Reviews.module.css'
import { useDecision } from './use-decision.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReviewLock } from './use-review-lock.ts'
import { WorkspaceHeader } from './WorkspaceHeader.tsx'

/** Everything that a decision stands on, and the decision. */
export function ReviewWorkspace({ detail }: { detail: ReviewDetail }) {
  const { review } = detail
  const lock = useReviewLock(review)
  const able = lock.hold === 'mine' || lock.hold === 'short'
  const decision = useDecision(review, able)
  const cursor = useCursor(detail)
  const remark = useRef<HTMLTextAreaElement>(null)
  const [writing, setWriting] = useState(false)
  const { move, toggleDifferences } = cursor
  useActiveRecord({ noun: 'reviews', listing: reviews.list.id, page: 'reviewQueue', row: review })
  const writeRemark = () => remark.current?.focus()
  useReviewKeys(decision, { move, toggleDifferences, writeRemark }, { able, writing })
  return (
    <div className={styles.workspace}>
      <div className={styles.evidence}>
        <WorkspaceHeader detail={detail} lock={lock} />
        <HoldNotice review={review} lock={lock} asked={detail.asked} pictures={detail.pictures} />
        <FindingsStrip detail={detail} />
        <EvidenceColumns {...{ detail, cursor }} isTheirs={lock.isTheirs} isBeingTaken={lock.isBeingTaken} />
      </div>
      {may(reviews.pass.requires) && (
        <DecisionDock {...{ detail, decision, able, remark, writing }} onWriting={setWriting} />
      )}
    </div>
  )
}
