import { Link, useLocation } from 'wouter'
import { customer } from '#contract/customers.ts'
import { fieldOf } from '#contract/kernel/field.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import type { Review } from '#contract/reviews/row.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatDuration, formatTime } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { useServerTime } from '#src/session/clock.ts'
import { Value } from '#src/ui/data/Value.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import styles from './Reviews.module.css'
import type { useReviewLock } from './use-review-lock.ts'

const state = fieldOf('state', loanFlow.State)

/** In minutes. */
const hour = 60

function Place({ detail: { place, review } }: { detail: ReviewDetail }) {
  const { text } = useText()
  const now = useServerTime()
  if (!place || !review.waitingSince) return null
  const waited = Math.max(0, Math.floor((now - Date.parse(review.waitingSince)) / 60_000))
  const wait =
    waited < 2 * hour
      ? text('reviews.minutes', { count: waited })
      : text('reviews.hours', { count: Math.floor(waited / hour) })
  return <span>{text('reviews.place', { nth: place.nth, of: place.of, wait })}</span>
}

/** Who applies, and the key to everything about them, for whoever may see that. */
function Applicant({ review, reached }: { review: Review; reached: boolean }) {
  const [, navigate] = useLocation()
  const name = review.name ?? review.customerId
  const path = recordPath(customer, review.customerId)
  useKeys('grid', [{ id: 'reviews.key.applicant', keys: 'i', run: () => navigate(path) }], reached)
  if (!reached) return <strong>{name}</strong>
  return (
    <strong>
      <Link href={path}>{name}</Link> <Kbd keys="i" quiet />
    </strong>
  )
}

interface Props {
  readonly detail: ReviewDetail
  readonly lock: ReturnType<typeof useReviewLock>
}

/** What the review is about, where it stood in the queue, and how long it is theirs. */
export function WorkspaceHeader({ detail, lock: { hold, isTheirs, leftMs } }: Props) {
  const { text } = useText()
  const language = useLanguage()
  const country = useCountry()
  const { review, loan } = detail
  const until = review.lockedUntil
  return (
    <header className={styles.head}>
      <h1>
        <LoanLink id={loan.id} otherwise="id" />
      </h1>
      <Value of={state} value={loan.state} />
      <Applicant review={review} reached={may('customer') && !isTheirs} />
      <span className={styles.quiet}>
        {[
          loan.product.name,
          formatMoney(loan.amount, language),
          text('reviews.days', { count: loan.tenureDays }),
          loan.firstLoan ? text('reviews.firstLoan') : text('reviews.reloan'),
        ].join(' · ')}
      </span>
      <span className={styles.standing}>
        <Place detail={detail} />
        {(hold === 'mine' || hold === 'short') && until && (
          <span data-tone={hold === 'short' ? 'bad' : undefined} className={styles.lock}>
            {text('reviews.yoursUntil', {
              time: formatTime(until, country),
              left: formatDuration(Math.floor(leftMs / 1_000)),
            })}
          </span>
        )}
      </span>
    </header>
  )
}
