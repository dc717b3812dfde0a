import { and, eq, gt } from 'drizzle-orm'
import { conductCheck, conductChecks } from '#contract/conduct-checks.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { heardRobotRecording, keepRobotListen } from '#server/modules/ai-records/steps/listens.ts'
import { heardRecording, keepListen } from '#server/modules/calls/steps/listens.ts'
import { letListen } from '#server/modules/calls/steps/recordings.ts'
import { conductCheckSource } from './source.ts'
import { conductCheckRows as rows } from './store.ts'

type Reveal = typeof conductChecks.reveal

/** The call, of a person or a robot, of a check that whoever asks has claimed, while they have it. */
async function claimedCall(id: IdOf<'conductCheck'>, { tx, actor, now }: Context) {
  const mine = and(eq(rows.id, id), eq(rows.inspectorId, actor.id), eq(rows.state, 'notInspected'))
  const [check] = await tx
    .select({ callId: rows.callId, recordId: rows.recordId })
    .from(rows)
    .where(and(mine, gt(rows.lockedUntil, now)))
  return check
}

/**
 * Lets whoever has claimed a check listen to its recording: the check is why.
 * @throws Refusal `not_claimed`, `not_found`, `no_recording`, `reveals_spent`.
 */
export async function revealRecording({ id }: Parsed<Reveal>, call: Context): Promise<Output<Reveal>> {
  const claimed = await claimedCall(id, call)
  const keep = async (during: { readonly at: Date; readonly until: Date }) => {
    const listen = { reason: id, ...during }
    if (claimed?.callId) await keepListen({ callId: claimed.callId, ...listen }, call)
    else if (claimed?.recordId) await keepRobotListen({ recordId: claimed.recordId, ...listen }, call)
    else throw new Refusal('not_claimed')
  }
  const { requires } = conductChecks.reveal
  return letListen({ id, rows: rowSource(conductCheck, conductCheckSource), requires, keep }, call)
}

/** The recording of a check that whoever asks has claimed, once it was revealed to them; null where not. */
export async function recordingOf(id: IdOf<'conductCheck'>, call: Context): Promise<FileResponse | null> {
  const claimed = await claimedCall(id, call)
  if (claimed?.recordId) return heardRobotRecording(claimed.recordId, call)
  return claimed?.callId ? heardRecording(claimed.callId, call) : null
}
