import type { AskedItem, Review } from '#contract/reviews/row.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Reviews.module.css'
import type { useReviewLock } from './use-review-lock.ts'

interface Props {
  readonly review: Review
  readonly lock: ReturnType<typeof useReviewLock>
  readonly asked: readonly AskedItem[]
}

/** What keeps the reader from deciding now, and what to do about it. */
export function HoldNotice({ review, lock: { hold, open }, asked }: Props) {
  const { text, word } = useText()
  if (hold === 'lost' || hold === 'short') {
    return (
      <div className={styles.notice} data-tone={hold === 'lost' ? 'bad' : 'warn'} role="alert">
        <p>{text(hold === 'lost' ? 'reviews.lockLost' : 'reviews.lockShort')}</p>
        {hold === 'lost' && <Button onClick={open}>{text('reviews.openAgain')}</Button>}
      </div>
    )
  }
  if (hold === 'elsewhere') {
    return (
      <p className={styles.notice} data-tone="warn" role="status">
        {text('reviews.elsewhereNow', { name: review.reviewer?.name ?? '–' })}
      </p>
    )
  }
  if (review.state !== 'dataModifiable') return null
  const items = asked.map((item) => word('reviews.asked', item)).join(', ')
  return (
    <p className={styles.notice} data-tone="warn" role="status">
      {text('reviews.withCustomer', { items })}
    </p>
  )
}
