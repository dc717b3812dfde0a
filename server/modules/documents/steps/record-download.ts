import { type AuditEntry, record } from '#server/kernel/base/audit.ts'
import type { Context } from '#server/kernel/call/context.ts'

/** Leaves in the record that a paper has left the building, what it was about, and whose hands it is in. */
export const recordDownload = (
  about: Pick<AuditEntry, 'page' | 'command' | 'noun' | 'objectId' | 'input'>,
  { actor, app, ip, now, requestId }: Context,
): Promise<unknown> =>
  record(app.database.db, {
    ...{ at: now, actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles], ip },
    ...about,
    ...{ risk: 'read', outcome: 'done' as const, requestId, durationMs: app.clock.now().getTime() - now.getTime() },
  })
