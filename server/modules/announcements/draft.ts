import { inArray } from 'drizzle-orm'
import { type AnnouncementState, announcementFlow, type announcements } from '#contract/announcements.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { languages } from '#contract/settings.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { unitRows } from '#server/modules/units/store.ts'

type AnnouncementDraft = Parsed<typeof announcements.add>
type Audience = AnnouncementDraft['audience']

/** Those of `ids` that are readers of this kind. */
async function knownReaders(tx: Db, audience: Audience, ids: readonly string[]): Promise<readonly string[]> {
  if (audience === 'languages') return languages
  const table = audience === 'roles' ? roleRows : unitRows
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(inArray(table.id, [...ids] as never[])) // looked up here
  return rows.map(({ id }) => id)
}

/** Whom a draft is for, each once. @throws InvalidInput where it says nobody; Refusal `unknown_reader`. */
async function mustKnowReaders(tx: Db, { audience, readers }: AnnouncementDraft): Promise<string[]> {
  if (audience === 'everybody') return []
  const ids = [...new Set(readers)]
  if (ids.length === 0) {
    throw new InvalidInput([{ code: 'custom', path: ['readers'], message: 'required', input: undefined }])
  }
  const known = await knownReaders(tx, audience, ids)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown) throw new Refusal('unknown_reader', { id: unknown }, { field: 'readers' })
  return ids
}

/** States that one of `state` may be saved in. @throws Refusal `not_allowed_now`. */
function mustBeReachable(from: AnnouncementState, to: AnnouncementState): void {
  const steps = announcementFlow.events(from).map((event) => announcementFlow.after(from, event))
  if (steps.includes(to)) return
  const vocabulary = 'announcements.state'
  const needs = steps.flatMap((value) => (value && value !== 'removed' ? [{ vocabulary, value }] : []))
  throw new Refusal('not_allowed_now', { state: { vocabulary, value: to }, needs }, { field: 'state' })
}

/**
 * What was written down of an announcement, as it is stored. `before`: the state it has; none of a new one.
 * @throws as above; Refusal `until_before_from`.
 */
export async function toAnnouncementValues(
  draft: AnnouncementDraft,
  before: AnnouncementState | null,
  { tx, now }: Pick<Context, 'tx' | 'now'>,
) {
  const { showFrom = null, showUntil = null, title, content, state, audience, popUp } = draft
  if (before) mustBeReachable(before, state)
  if (showFrom && showUntil && showUntil < showFrom) {
    throw new Refusal('until_before_from', { from: showFrom }, { field: 'showUntil' })
  }
  const readers = await mustKnowReaders(tx, draft)
  return { title, content, state, audience, readers, popUp, showFrom, showUntil, updatedAt: now }
}
