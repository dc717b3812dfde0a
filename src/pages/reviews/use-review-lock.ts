import { useEffect, useRef, useState } from 'react'
import { reviews } from '#contract/reviews/calls.ts'
import { reviewFlow } from '#contract/reviews/flow.ts'
import type { Review } from '#contract/reviews/row.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { useServerTime } from '#src/session/clock.ts'
import { changeLock, fetchAhead, putReview } from './review-session.ts'

const [renewBelowMs, warnBelowMs] = [12 * 60_000, 2 * 60_000]

/** How the review stands for whoever looks: theirs, about to be lost, lost, somebody else's, or only to be looked at. */
export type Hold = 'mine' | 'short' | 'lost' | 'elsewhere' | 'looking'

interface Lock {
  readonly hold: Hold
  /** Whether it is another reviewer's, who alone sees the pictures then. */
  readonly isTheirs: boolean
  /** Whether nobody has it yet and it is being begun: its pictures are shown once it is theirs who look. */
  readonly isBeingTaken: boolean
  /** Until the lock runs out; 0 without one. */
  readonly leftMs: number
  /** Begins, or goes on. */
  open(): void
}

const holdOf = ({ state, reviewer }: Review, me: string | undefined, leftMs: number): Hold => {
  if (!reviewFlow.can('open')({ state }).ok || !may(reviews.open.requires)) return 'looking'
  if (reviewer && reviewer.id !== me) return 'elsewhere'
  if (state !== 'underReview') return 'looking'
  if (leftMs <= 0) return 'lost'
  return leftMs < warnBelowMs ? 'short' : 'mine'
}

/**
 * Calls that change the lock; what is answered is shown at once. What goes wrong is read again, and stands there. Answers
 * whether it was done.
 */
async function change(endpoint: typeof reviews.open | typeof reviews.renew, { id, version }: Review): Promise<boolean> {
  const asked = call(endpoint, { id, version }, { idempotencyKey: crypto.randomUUID() })
  const changed = await changeLock(asked.catch(() => null))
  if (changed) putReview(changed)
  else invalidate(['reviews'])
  return changed !== null
}

/** Renews the lock at what a person does, once some of it is over. */
function useRenewal(review: Review, leftMs: number): void {
  const due = useRef(false)
  due.current = leftMs > 0 && leftMs < renewBelowMs
  const renewing = useRef(false)
  useEffect(() => {
    const act = () => {
      if (!due.current || renewing.current) return
      due.current = false
      // a second renewal, of the same version, would be refused
      renewing.current = true
      void change(reviews.renew, review).finally(() => {
        renewing.current = false
      })
    }
    const events = ['keydown', 'pointerdown'] as const
    // in the capture phase: a key that does something goes no further
    for (const event of events) document.addEventListener(event, act, { capture: true })
    return () => {
      for (const event of events) document.removeEventListener(event, act, { capture: true })
    }
  }, [review])
}

/** Lock of a review: taken as it is opened, renewed by work at it, followed live. */
export function useReviewLock(review: Review): Lock {
  const me = useSession().user?.userId
  const now = useServerTime()
  const leftMs = review.lockedUntil ? Math.max(0, Date.parse(review.lockedUntil) - now) : 0
  const hold = holdOf(review, me, leftMs)
  const isTheirs = review.reviewer !== null && review.reviewer.id !== me
  const begins =
    may(reviews.open.requires) && !isTheirs && review.state !== 'underReview' && reviewFlow.can('open')(review).ok
  const begun = useRef(false)
  // what it has become since is begun in its place, also where that was shown before the refusal came
  const [refusedVersion, refuse] = useState<number | null>(null)
  useEffect(() => {
    if (!begins || begun.current || refusedVersion === review.version) return
    begun.current = true
    void change(reviews.open, review).then((done) => {
      if (done) return
      begun.current = false
      refuse(review.version)
    })
  }, [begins, review, refusedVersion])
  useEffect(() => {
    if (hold === 'mine') void fetchAhead(review.id)
  }, [hold, review.id])
  useRenewal(review, hold === 'mine' || hold === 'short' ? leftMs : 0)
  return {
    hold,
    isTheirs: isTheirs && may(reviews.open.requires),
    // also once that was refused: until it is read again the server would refuse its pictures as well
    isBeingTaken: begins && review.reviewer === null,
    leftMs,
    open: () => void change(reviews.open, review),
  }
}
