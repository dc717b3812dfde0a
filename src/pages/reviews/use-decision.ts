import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { recordPath } from '#contract/kernel/subject.ts'
import { pages } from '#contract/menu.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { type Review, review as reviewSubject } from '#contract/reviews/row.ts'
import { useBusy } from '#src/call/use-busy.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { replaceTab } from '../records/replace-tab.ts'
import { emptyForm, isComplete, type ReviewForm } from './review-form.ts'
import { afterLocking, forgetForm, formOf, keepForm, putReview, reviewSession, takeAhead } from './review-session.ts'

/** Goes to the next review; where nothing waits, says so. */
async function goOn(): Promise<void> {
  const next = await takeAhead()
  replaceTab(next ? recordPath(reviewSubject, next.id) : '/detail1')
}

/** Saves what the form says. */
function save({ id, version }: Review, { mode, code, items, remark }: ReviewForm): Promise<Review> {
  const said = { id, version, ...(remark.trim() && { remark }) }
  if (mode === 'reject') return submitCall(reviews.reject, { ...said, code: code! }) // a complete form has one
  if (mode === 'ask') return submitCall(reviews.askAgain, { ...said, items: [...items] })
  return submitCall(reviews.pass, said)
}

/** Decides, and goes on with the next. */
async function decideOn(review: Review, form: ReviewForm): Promise<void> {
  const saved = await save(await afterLocking(review), form)
  reviewSession.last = saved.countsAt ? saved : null
  forgetForm(review.id)
  await goOn()
}

async function giveBack(review: Review): Promise<void> {
  const { id, version } = await afterLocking(review)
  await submitCall(reviews.release, { id, version })
  forgetForm(id)
  replaceTab(pages.reviewQueue)
}

/** Takes the last decision back, and returns to it; nothing without one. */
export async function undoLast(): Promise<void> {
  const { last } = reviewSession
  if (!last) return
  reviewSession.last = null
  putReview(await submitCall(reviews.undo, { id: last.id, version: last.version }))
  replaceTab(recordPath(reviewSubject, last.id))
}

/** What can be done about a review, and what is being filled in. */
export interface Decision {
  readonly form: ReviewForm
  readonly ready: boolean
  readonly busy: boolean
  change(edit: (form: ReviewForm) => ReviewForm): void
  /** Decides, and goes on with the next. */
  decide(): void
  giveBack(): void
  /** Takes the last decision back, and returns to it. */
  undo(): void
  /** Empties the form; without one, leaves for the queue. */
  back(): void
}

/**
 * Form of a review, kept while it is not saved. `current` is what it says now: the keys of somebody fast come before it is
 * drawn.
 */
function useForm(id: Review['id']) {
  const [form, setForm] = useState(() => formOf(id))
  const latest = useRef(form)
  const change: Decision['change'] = (edit) => {
    latest.current = edit(latest.current)
    keepForm(id, latest.current)
    setForm(latest.current)
  }
  return { form, change, current: () => latest.current }
}

/** Decision on a review. `able`: whether it is theirs now. */
export function useDecision(review: Review, able: boolean): Decision {
  const { form, change, current } = useForm(review.id)
  const { busy, during } = useBusy()
  const ready = able && !busy && isComplete(form)
  return {
    ...{ form, ready, busy, change },
    decide: () => able && isComplete(current()) && during(() => decideOn(review, current())),
    giveBack: () => able && during(() => giveBack(review)),
    undo: () => during(undoLast),
    back: () =>
      current().mode === 'none' ? navigate(pages.reviewQueue) : change(({ remark }) => ({ ...emptyForm, remark })),
  }
}
