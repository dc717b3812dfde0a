import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Reader } from '#server/kernel/base/request-context.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { actorById } from './sessions.ts'

/**
 * The context of somebody for whom something is done while they are away, with the rights they have now and outside any
 * transaction; null where they are disabled.
 */
export async function contextFor(
  staffId: IdOf<'staff'>,
  { requestId, language }: Omit<Reader, 't'>,
  app: AppContext,
): Promise<Context | null> {
  const actor = await actorById(app, staffId)
  if (!actor) return null
  const now = app.clock.now()
  return {
    actor,
    tx: app.database.db,
    now,
    today: businessDate(toInstant(now), app.clock.country),
    app,
    requestId,
    batchId: null,
    batchSeq: 1,
    ip: null,
    agent: null,
    uploads: null,
    afterCommit: () => {},
    effect: () => {},
    mustBeReleased: () => null,
    note: () => {},
    language,
    t: (key, values) => app.translations.t(language, key, values),
  }
}
