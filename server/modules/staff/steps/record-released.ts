import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { PageId } from '#contract/menu.ts'
import type { StaffMember } from '#contract/staff.ts'
import { recordEach } from '#server/kernel/base/audit.ts'
import type { Call } from '#server/kernel/call/context.ts'

/** A call that takes something from a member of staff, whatever row it is about. */
export type TakingCall = Call<never, Pick<StaffMember, 'id' | 'name'>>
/** The endpoint that takes it, and the page it stands on. */
export type TakingEndpoint = Pick<Endpoint, 'id' | 'risk'> & { readonly page: PageId }

/** Writes down for every record of a noun that it was taken from somebody. */
export function recordReleased(
  noun: 'cases' | 'tickets' | 'reviews',
  ids: readonly string[],
  { id: command, risk, page }: TakingEndpoint,
  call: TakingCall,
): Promise<void> {
  const { tx, actor, row, now, ip, requestId, batchId } = call
  return recordEach(
    tx,
    ids.map((objectId) => ({
      ...{ at: now, actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles] },
      ...{ ip, page, command, risk, noun, objectId, requestId, batchId, durationMs: 0 },
      ...{ before: { staff: { id: row.id, name: row.name } }, after: { staff: null }, outcome: 'done' as const },
    })),
  )
}
