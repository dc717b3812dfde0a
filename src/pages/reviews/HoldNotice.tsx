import type { Picture } from '#contract/pictures.ts'
import type { AskedItem, Review } from '#contract/reviews/row.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Reviews.module.css'
import type { useReviewLock } from './use-review-lock.ts'

interface Props {
  readonly review: Review
  readonly lock: ReturnType<typeof useReviewLock>
  readonly asked: readonly AskedItem[]
  readonly pictures: readonly Picture[]
}

/** Pictures that came in while somebody was at it already. */
function HandedIn({ review, pictures }: Pick<Props, 'review' | 'pictures'>) {
  const { text, word } = useText()
  const since = review.openedAt
  const newer = since ? pictures.filter(({ uploadedAt }) => uploadedAt > since) : []
  if (newer.length === 0) return null
  const items = newer.map(({ kind }) => word('pictures.kind', kind)).join(', ')
  return (
    <p className={styles.notice} data-tone="info" role="status">
      {text('reviews.handedIn', { items })}
    </p>
  )
}

/** What keeps the reader from deciding now, and what to do about it. */
export function HoldNotice({ review, lock: { hold, open }, asked, pictures }: Props) {
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
  if (hold === 'mine') return <HandedIn review={review} pictures={pictures} />
  if (review.state !== 'dataModifiable') return null
  const items = asked.map((item) => word('reviews.asked', item)).join(', ')
  return (
    <p className={styles.notice} data-tone="warn" role="status">
      {text('reviews.withCustomer', { items })}
    </p>
  )
}
