import { proxy } from 'valtio'
import type { IdOf } from '#contract/kernel/values.ts'
import { reviews } from '#contract/reviews/calls.ts'
import type { Review } from '#contract/reviews/row.ts'
import { call } from '#src/call/call.ts'
import { queryClient, silent } from '#src/call/query-client.ts'
import { onSignOut, onUserGone } from '#src/session/base/session.ts'
import { emptyForm, type ReviewForm } from './review-form.ts'

type ReviewId = IdOf<'review'>

interface ReviewSession {
  /** The decision that can still be undone. */
  last: Review | null
  /** The review that comes after this one, claimed and fetched already. */
  ahead: Review | null
  /** Nothing waits after this one. */
  empty: boolean
}

/** What somebody's reviewing is at, from one review to the next. */
export const reviewSession = proxy<ReviewSession>({ last: null, ahead: null, empty: false })

/**
 * Forms that were begun: kept over a lost lock, over a look at something else, and over a session that runs out for whoever
 * comes back.
 */
const forms = new Map<ReviewId, ReviewForm>()
export const formOf = (id: ReviewId): ReviewForm => forms.get(id) ?? emptyForm
export const keepForm = (id: ReviewId, form: ReviewForm): void => void forms.set(id, form)
export const forgetForm = (id: ReviewId): void => void forms.delete(id)

onUserGone(() => forms.clear())
onSignOut(() => Object.assign(reviewSession, { last: null, ahead: null, empty: false }))

/** Where the query cache keeps a review. */
const detailKey = (id: ReviewId) => ['reviews', reviews.detail.id, { id }]

/** Fetches a review, unless it is there already. */
const fetchDetail = (id: ReviewId) =>
  queryClient.prefetchQuery({ queryKey: detailKey(id), queryFn: () => call(reviews.detail, { id }), meta: silent })

/** Puts what a call has answered into the review that is shown. */
export const putReview = (review: Review): void => {
  const queryKey = detailKey(review.id)
  const detail = queryClient.getQueryData<object>(queryKey)
  if (!detail) return
  // what is being read since before the change would show it as it was, and its keys would be gone for a moment
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, { ...detail, review })
}

/** The change of a lock that was begun last, and what it came to. */
let locking: Promise<Review | null> = Promise.resolve(null)
/** Has what is decided wait for a change of the lock. Answers what it comes to; null where it is refused. */
export const changeLock = (change: Promise<Review | null>): Promise<Review | null> => {
  locking = change
  return change
}
/**
 * A review as the change of its lock leaves it, where one is under way: whoever decides may press the keys that renew it
 * with those that decide, and would be refused for their own renewal.
 */
export async function afterLocking(review: Review): Promise<Review> {
  const changed = await locking
  return changed?.id === review.id && changed.version > review.version ? changed : review
}

/** Claims the next review, or the next after the one in front; null where nothing waits. */
async function claimNext(after?: ReviewId): Promise<Review | null> {
  const { review } = await call(reviews.claimNext, { ...(after && { after }) }, { idempotencyKey: crypto.randomUUID() })
  return review
}

let fetching: Promise<void> | null = null

/** Prefetch: claims and fetches the review that comes after this one, once. */
export function fetchAhead(current: ReviewId): Promise<void> {
  if (reviewSession.ahead) return Promise.resolve()
  fetching ??= claimNext(current)
    .then(async (next) => {
      Object.assign(reviewSession, { ahead: next, empty: next === null })
      if (next) await fetchDetail(next.id)
    })
    .catch(() => {}) // it is claimed when it is needed
    .finally(() => {
      fetching = null
    })
  return fetching
}

/** The review to go on with; it is nobody's ahead any more. */
export async function takeAhead(): Promise<Review | null> {
  await fetching
  const { ahead } = reviewSession
  reviewSession.ahead = null
  return ahead ?? (await claimNext())
}

/** Gives back what was claimed ahead and not begun: what somebody has returned to meanwhile is begun, and theirs. */
export async function giveBackAhead(): Promise<void> {
  await fetching
  const { ahead } = reviewSession
  reviewSession.ahead = null
  if (!ahead || ahead.state === 'underReview') return
  const { id, version } = ahead
  // where it cannot be given back, its lock runs out
  await call(reviews.release, { id, version }, { idempotencyKey: crypto.randomUUID() }).catch(() => {})
}
