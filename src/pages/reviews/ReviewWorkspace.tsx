import { useMemo, useRef, useState } from 'react'
import { reviews } from '#contract/reviews/calls.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { Pictures } from '../pictures/Pictures.tsx'
import { useActiveRecord } from '../records/use-active-record.ts'
import { ApplicantPanel } from './ApplicantPanel.tsx'
import { ComparedTable } from './ComparedTable.tsx'
import { DecisionDock } from './DecisionDock.tsx'
import { ElsewhereTable } from './ElsewhereTable.tsx'
import { FindingsStrip } from './FindingsStrip.tsx'
import { HoldNotice } from './HoldNotice.tsx'
import styles from './Reviews.module.css'
import { RulesPanel } from './RulesPanel.tsx'
import { useDecision } from './use-decision.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReviewLock } from './use-review-lock.ts'
import { WorkspaceHeader } from './WorkspaceHeader.tsx'

/** The rows that are compared, those that differ alone where that is asked, and the cursor among them. */
function useCursor({ compared }: ReviewDetail) {
  const [only, setOnly] = useState(false)
  const [at, setAt] = useState(0)
  const rows = useMemo(
    () =>
      compared
        .map((row, i) => ({ ...row, number: i + 1 }))
        .filter(({ same, valid }) => !only || same === false || valid === false),
    [compared, only],
  )
  const cursor = Math.min(at, rows.length - 1)
  return {
    rows,
    only,
    field: rows[cursor]?.field ?? null,
    move: (by: number) => setAt(Math.max(0, Math.min(rows.length - 1, cursor + by))),
    point: (number: number) => setAt(rows.findIndex((row) => row.number === number)),
    toggleDifferences: () => setOnly((before) => !before),
  }
}

/** Everything that a decision stands on, and the decision. */
export function ReviewWorkspace({ detail }: { detail: ReviewDetail }) {
  const { review } = detail
  const { text } = useText()
  const lock = useReviewLock(review)
  const able = lock.hold === 'mine' || lock.hold === 'short'
  const decision = useDecision(review, able)
  const cursor = useCursor(detail)
  const remark = useRef<HTMLTextAreaElement>(null)
  const { move, toggleDifferences } = cursor
  useActiveRecord({ noun: 'reviews', listing: reviews.list.id, page: 'reviewQueue', row: review })
  useReviewKeys(decision, { move, toggleDifferences, writeRemark: () => remark.current?.focus() }, able)
  return (
    <div className={styles.workspace}>
      <div className={styles.evidence}>
        <WorkspaceHeader detail={detail} lock={lock} />
        <HoldNotice review={review} lock={lock} asked={detail.asked} />
        <FindingsStrip detail={detail} />
        <div className={styles.columns}>
          <div className={styles.column}>
            {detail.pictures.length === 0 ? (
              <p className={styles.quiet}>{text('pictures.none')}</p>
            ) : (
              <Pictures
                all={detail.pictures}
                readings={detail.compared.map((row) => ({ ...row, marked: row.field === cursor.field }))}
                purpose={text('reviews.purpose', { review: review.id })}
              />
            )}
            <ElsewhereTable rows={detail.elsewhere} />
          </div>
          <div className={styles.column}>
            <ComparedTable {...cursor} of={detail.compared.length} />
            <div className={styles.pair}>
              <RulesPanel detail={detail} />
              <ApplicantPanel detail={detail} />
            </div>
          </div>
        </div>
      </div>
      <DecisionDock detail={detail} decision={decision} able={able} remark={remark} />
    </div>
  )
}
