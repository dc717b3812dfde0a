import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { text } from 'drizzle-orm/pg-core'
import {
  appealStates,
  inspectionFlow,
  inspectionLockMs,
  inspectionOutcomes,
  shownAfterMs,
} from '#contract/inspection-rules.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { idColumn, instant } from '#server/kernel/base/columns.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { Expression, ReadContext } from '#server/kernel/listing/column-mapping.ts'

/** Columns of every inspection: what it was drawn with, who has claimed it, what was found, and how that was answered. */
export const inspectionColumns = () => ({
  seed: text('seed').notNull(),
  drawnAt: instant('drawn_at').notNull(),
  state: text('state', { enum: inspectionFlow.states }).notNull(),
  inspectorId: idColumn('staff', 'inspector_id'),
  lockedUntil: instant('locked_until'),
  outcome: text('outcome', { enum: inspectionOutcomes }),
  remark: text('remark'),
  inspectedAt: instant('inspected_at'),
  shownAt: instant('shown_at'),
  appeal: text('appeal', { enum: appealStates }),
  appealReason: text('appeal_reason'),
  appealedAt: instant('appealed_at'),
  appealDecidedBy: text('appeal_decided_by'),
  appealRemark: text('appeal_remark'),
  appealDecidedAt: instant('appeal_decided_at'),
})

type By = Pick<Context, 'actor' | 'now'>
type Outcome = (typeof inspectionOutcomes)[number]

/** Inspection as it is stored, and whom it is about, where that is a person. */
interface StoredInspection {
  readonly aboutId: IdOf<'staff'> | null
  readonly inspectorId: IdOf<'staff'> | null
  readonly lockedUntil: Date | null
  readonly outcome: Outcome | null
}

/** What an inspector notes. */
export interface Finding {
  readonly outcome: Outcome
  readonly remark: string | null
}

/** Notes what was found of somebody else's work. @throws Refusal `own_work`, `claimed_elsewhere`. */
export function inspected({ outcome, remark }: Finding, one: StoredInspection, { actor, now }: By) {
  if (one.aboutId === actor.id) throw new Refusal('own_work')
  const isClaimed = one.inspectorId !== null && one.lockedUntil !== null && one.lockedUntil > now
  if (isClaimed && one.inspectorId !== actor.id) throw new Refusal('claimed_elsewhere')
  const found = { outcome, remark, inspectorId: actor.id, inspectedAt: now, lockedUntil: null }
  return { ...found, state: 'inspected' as const }
}

function mustBeTheirs({ inspectorId }: StoredInspection, { actor }: Pick<By, 'actor'>): void {
  if (inspectorId !== actor.id) throw new Refusal('claimed_elsewhere')
}

/** Gives back what one has claimed. @throws Refusal `claimed_elsewhere`. */
export function released(one: StoredInspection, by: By) {
  mustBeTheirs(one, by)
  return { inspectorId: null, lockedUntil: null }
}

/** When a lock that is taken now runs out. */
export const inspectionLockEnd = (now: Date): Date => new Date(now.getTime() + inspectionLockMs)

/** Takes one's own result back while nobody has seen it; it is theirs as if just claimed. @throws Refusal `claimed_elsewhere`. */
export function reopened(one: StoredInspection, by: By) {
  mustBeTheirs(one, by)
  const undone = { state: 'notInspected' as const, outcome: null, remark: null, inspectedAt: null }
  return { ...undone, lockedUntil: inspectionLockEnd(by.now) }
}

function mustBeAbout({ aboutId }: StoredInspection, { actor }: Pick<By, 'actor'>): void {
  if (aboutId !== actor.id) throw new Refusal('not_your_work')
}

/** Shows a result to whom it is about. @throws Refusal `not_your_work`. */
export function shown(one: StoredInspection, by: By) {
  mustBeAbout(one, by)
  return { state: one.outcome!, shownAt: by.now } // it was inspected
}

/** Objects to a fail. @throws Refusal `not_your_work`. */
export function appealed(reason: string, one: StoredInspection, by: By) {
  mustBeAbout(one, by)
  return { appeal: 'pending' as const, appealReason: reason, appealedAt: by.now }
}

/** Decides an appeal; overturned, the result is turned. @throws Refusal `own_work`: who was in it does not decide. */
export function appealDecided(
  decision: 'upheld' | 'overturned',
  remark: string,
  { aboutId, inspectorId }: StoredInspection,
  { actor, now }: By,
) {
  if ([aboutId, inspectorId].includes(actor.id)) throw new Refusal('own_work')
  const turned = decision === 'overturned' && ({ state: 'pass', outcome: 'pass' } as const)
  const decided = { appealDecidedBy: actor.name, appealRemark: remark, appealDecidedAt: now }
  return { ...turned, ...decided, appeal: decision }
}

/** Hides from whom an inspection is about what they do not have before it is shown; others, and rules, have it at once. */
export const onceShown =
  ({ reader }: ReadContext, rows: { readonly shownAt: PgColumn; readonly about: PgColumn }) =>
  (column: Expression): Expression =>
    reader
      ? sql`(case when ${rows.shownAt} is not null or ${rows.about} is distinct from ${reader.id} then ${column} end)`
      : column

/** Which results whom they are about have not opened for a day. */
export const unopened = (rows: { readonly state: PgColumn; readonly inspectedAt: PgColumn }, now: Date): SQL =>
  and(eq(rows.state, 'inspected'), lte(rows.inspectedAt, new Date(now.getTime() - shownAfterMs)))! // two conditions

/** What shows them. */
export const showing = (rows: { readonly outcome: PgColumn }, now: Date) => ({
  state: sql`${rows.outcome}`,
  shownAt: now,
})
