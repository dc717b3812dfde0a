import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import type { FaultValues, Verdict } from '#contract/kernel/fault.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { isFileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { changedBy, findOne } from '#server/kernel/listing/read-rows.ts'
import { chosenEntries } from './chosen-entries.ts'
import type { Call, Invocation } from './context.ts'

/** What every subject has. */
interface VersionedRow {
  readonly id: string
  readonly version: number
}

/** What a call did: its answer, and the row before and after it. */
interface CallResult {
  readonly data: unknown
  readonly before: VersionedRow | null
  readonly after: unknown
}

const fail = (fault: string, values?: FaultValues): never => {
  throw new Refusal(fault, values)
}

/** Locks the row a change is about: within the caller's scope, as the caller saw it, in a state and at an hour that allow it. */
async function lockRow(tx: Db, { entry, input, app, caller, started }: Invocation): Promise<VersionedRow> {
  const { endpoint } = entry
  const rowSource = entry.rowSource! // asked only where there is one
  const access = { actor: caller.actor, scopes: caller.actor.scopesOf(endpoint.requires), app, t: caller.t }
  const row = (await findOne(tx, rowSource, String(input.id), { ...access, lock: true })) as VersionedRow | undefined
  if (!row) return fail('not_found')
  if (row.version !== input.version) {
    return fail('stale_version', { by: await changedBy(tx, rowSource.source, row.id) })
  }
  // the registry pairs each endpoint with the source of its own subject, which is what `when` takes
  const verdict = (endpoint.when as ((row: VersionedRow) => Verdict) | undefined)?.(row)
  const timely = endpoint.contacts && contactHours(toInstant(started), app.clock.country, await app.quietDays(tx))
  const against = [verdict, timely].find((one) => one && !one.ok)
  return against && !against.ok ? fail(against.fault, against.values) : row
}

/**
 * Does what a call is for, in the transaction it is given: locks and checks the row it changes, runs its handler, and
 * reads the row again.
 * @throws Refusal for everything a person can cause.
 */
export async function perform(tx: Db, act: Invocation): Promise<CallResult> {
  const { entry, input, app, caller, started } = act
  const { endpoint, handler, rowSource } = entry
  const chosen = chosenEntries(endpoint, input, app.words)
  const before = rowSource ? await lockRow(tx, act) : null
  const call: Call<string, VersionedRow | null> = {
    actor: caller.actor,
    tx,
    now: started,
    today: today(app.clock, started),
    row: before,
    app,
    requestId: caller.requestId,
    batchId: caller.batchId,
    batchSeq: caller.batchSeq ?? 1,
    ip: caller.ip,
    agent: caller.agent,
    uploads: act.uploads ?? null,
    note: (more) => void Object.assign(act.notes, more),
    effect: (of, amount) => void act.effects.push({ of, amount }),
    mustBeReleased() {
      if (!endpoint.fourEyes) throw new Error(`${endpoint.id} declares no \`fourEyes\``)
      if (!act.release) throw new Refusal('second_person_needed')
      act.release.needed = true
      return act.release.by ?? null
    },
    afterCommit: (work) => void act.afterCommit.push(work),
    language: caller.language,
    t: caller.t,
    fail,
  }
  const answered = await handler(input as never, call as never) // the registry pairs handler and endpoint
  if (chosen.length > 0) await app.words.use(tx, chosen)
  const access = { actor: caller.actor, scopes: ['all'] as const, app, t: caller.t }
  // none where the change has taken the row away: it is answered as it was
  const after = rowSource ? ((await findOne(tx, rowSource, before!.id, access)) ?? null) : null
  const data = rowSource ? (after ?? before) : answered
  if (app.checkAnswers && !isFileResponse(data)) endpoint.output.parse(data)
  return { data, before, after }
}
