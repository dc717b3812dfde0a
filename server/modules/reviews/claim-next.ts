import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { type Review, review } from '#contract/reviews/row.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { idWithinScope, rowSource } from '#server/kernel/listing/source.ts'
import { setReviewer } from '#server/modules/loans/steps/decisions.ts'
import { lockEnd } from './clock.ts'
import { reviewSource } from './source.ts'
import { reviewRows as rows, waitsForAnybody } from './store.ts'

type ReviewId = IdOf<'review'>

/** Claim request: who asks, and which review they are at: none where they are at none. */
interface ClaimRequest {
  readonly actorId: IdOf<'staff'>
  readonly after: ReviewId | undefined
  readonly now: Date
}

/**
 * What somebody has already: what they have begun, while it is locked for them, then what was given to them. Whoever comes
 * back goes on where they were, and keeps nothing from others that they are not at.
 */
async function held(tx: Db, { actorId, after, now }: ClaimRequest): Promise<ReviewId | undefined> {
  const at = now.toISOString()
  const [one] = await rowsOf<{ id: ReviewId }>(
    tx,
    sql`select id from ${rows} where reviewer_id = ${actorId} and id is distinct from ${after ?? null}
          and (state = 'toAudit' or (state = 'underReview' and locked_until > ${at}::timestamptz))
        order by state = 'underReview' desc, priority desc, waiting_since, id limit 1`,
  )
  return one?.id
}

/**
 * Takes the first of the queue: whoever asks at the same moment skips what is being taken (`skip locked`) and gets the
 * next. Nobody takes what they do not see. Where nothing waits, what somebody has left lie is taken, the longest first.
 */
async function take(
  after: ReviewId | undefined,
  { tx, actor, now }: Pick<Call, 'tx' | 'actor' | 'now'>,
): Promise<ReviewId | undefined> {
  const at = now.toISOString()
  const reach = { actor, scopes: actor.scopesOf(reviews.claimNext.requires) }
  const within = idWithinScope(reviewSource, sql`w.id`, reach)
  const another = sql`${within} and w.id is distinct from ${after ?? null}`
  const waiting = sql`select w.id from ${rows} w where ${waitsForAnybody} and ${another}
    order by w.priority desc, w.waiting_since, w.id limit 1 for update skip locked`
  const left = sql`select w.id from ${rows} w where w.locked_until <= ${at}::timestamptz
      and w.state in ('toAudit', 'underReview') and ${another}
    order by w.locked_until limit 1 for update skip locked`
  for (const next of [waiting, left]) {
    const [taken] = await rowsOf<{ id: ReviewId; loanId: IdOf<'loan'> }>(
      tx,
      sql`update ${rows} set state = 'toAudit', reviewer_id = ${actor.id}, locked_until = ${lockEnd(now).toISOString()}
          where id = (${next}) returning id, loan_id as "loanId"`,
    )
    if (!taken) continue
    await setReviewer(tx, [taken.loanId], actor.id)
    return taken.id
  }
  return undefined
}

/** The next review for whoever asks; null where nothing waits. */
export async function claimNext(after: ReviewId | undefined, call: Call): Promise<{ review: Review | null }> {
  const { tx, actor, app, now } = call
  const id = (await held(tx, { actorId: actor.id, after, now })) ?? (await take(after, call))
  if (!id) return { review: null }
  call.note({ objectId: id })
  const access = { actor, scopes: actor.scopesOf(reviews.claimNext.requires), app }
  return { review: (await findOne(tx, rowSource(review, reviewSource), id, access)) as Review } // by its fields
}
