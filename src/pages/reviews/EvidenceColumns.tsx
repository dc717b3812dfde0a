import { useMemo, useState } from 'react'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { moveClamped } from '#src/grid/model/cursor.ts'
import { useText } from '#src/locale/text.ts'
import { Pictures } from '../pictures/Pictures.tsx'
import { ApplicantPanel } from './ApplicantPanel.tsx'
import { ComparedTable } from './ComparedTable.tsx'
import { ElsewhereTable } from './ElsewhereTable.tsx'
import styles from './Reviews.module.css'
import { RulesPanel } from './RulesPanel.tsx'

/** The rows that are compared, those that differ alone where that is asked, and the cursor among them. */
export function useCursor({ compared }: ReviewDetail) {
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
    move: (by: number) => setAt(moveClamped(cursor, by, rows.length)),
    point: (number: number) => setAt(rows.findIndex((row) => row.number === number)),
    toggleDifferences: () => setOnly((before) => !before),
  }
}

interface Props {
  readonly detail: ReviewDetail
  readonly cursor: ReturnType<typeof useCursor>
  /** Whether another reviewer has it: pictures are for them alone. */
  readonly isTheirs?: boolean
  /** Whether it is on its way to whoever looks: before it is theirs they are shown no picture. */
  readonly isBeingTaken?: boolean
}

/** The pictures, for whoever is shown them. */
function ReviewPictures({ detail, cursor, isTheirs = false, isBeingTaken = false }: Props) {
  const { text } = useText()
  const name = detail.review.reviewer?.name ?? '–'
  if (isTheirs) return <p className={styles.quiet}>{text('reviews.picturesTheirs', { name })}</p>
  if (isBeingTaken) return null
  if (detail.pictures.length === 0) return <p className={styles.quiet}>{text('pictures.none')}</p>
  return (
    <Pictures
      all={detail.pictures}
      readings={detail.compared.map((row, i) => ({
        ...row,
        marked: row.field === cursor.field,
        ...(row.same === false && { differing: i + 1 }),
      }))}
      purpose={text('reviews.purpose', { review: detail.review.id })}
    />
  )
}

/** What scrolls must be reached by the keyboard. */
const reachable = { tabIndex: 0 }

/** What a decision stands on: pictures, what was typed beside what was read, what others have too, rules, applicant. */
export function EvidenceColumns(props: Props) {
  const { detail, cursor } = props
  return (
    <div className={styles.columns}>
      <div className={styles.column} {...reachable}>
        <ReviewPictures {...props} />
        <ElsewhereTable rows={detail.elsewhere} />
      </div>
      <div className={styles.column} {...reachable}>
        <ComparedTable {...cursor} of={detail.compared.length} />
        <div className={styles.pair}>
          <RulesPanel detail={detail} />
          <ApplicantPanel detail={detail} />
        </div>
      </div>
    </div>
  )
}
