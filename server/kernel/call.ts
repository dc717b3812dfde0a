import { sql } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { FaultValues, Verdict } from '#contract/kernel/fault.ts'
import { isOpen } from '#contract/kernel/rights.ts'
import { type AuditEntry, record, redacted } from './audit.ts'
import { today } from './clock.ts'
import { type Db, stateOf } from './database.ts'
import { type Envelope, failed, invalid, refusedAs, success } from './envelope.ts'
import { isFile } from './file.ts'
import type { Act } from './ground.ts'
import { type Attempt, claim, keep } from './idempotency.ts'
import { type Call, Malformed, Refusal } from './implement.ts'
import { changedBy, findOne } from './source.ts'

/** What every subject has. */
interface Row {
  readonly id: string
  readonly version: number
}

/** What a call did: its answer, and the row before it. */
interface Done {
  readonly data: unknown
  readonly before: Row | null
}

const fail = (fault: string, values?: FaultValues): never => {
  throw new Refusal(fault, values)
}

/** Locks the row a change is about: within the caller's scope, as the caller saw it, in a state and at an hour that allow it. */
async function lockRow(tx: Db, { entry, input, ground, caller, started }: Act): Promise<Row> {
  const { endpoint } = entry
  const found = entry.found! // asked only where there is one
  const reach = { actor: caller.actor, scopes: caller.actor.scopesOf(endpoint.may), ground, say: caller.say }
  const row = (await findOne(tx, found, String(input.id), { ...reach, lock: true })) as Row | undefined
  if (!row) return fail('not_found')
  if (row.version !== input.version) {
    return fail('stale_version', { by: await changedBy(tx, found.source, row.id) })
  }
  // the registry pairs each endpoint with the source of its own subject, which is what `when` takes
  const verdict = (endpoint.when as ((row: Row) => Verdict) | undefined)?.(row)
  const timely = endpoint.hours?.(toInstant(started), ground.clock.country)
  const against = [verdict, timely].find((one) => one && !one.ok)
  return against && !against.ok ? fail(against.fault, against.values) : row
}

/**
 * Does what a call is for, in the transaction it is given: locks and checks the row it changes, runs its handler, and
 * reads the row again.
 * @throws Refusal for everything a person can cause.
 */
export async function perform(tx: Db, act: Act): Promise<Done> {
  const { entry, input, ground, caller, started } = act
  const { endpoint, handler, found } = entry
  const before = found ? await lockRow(tx, act) : null
  const call: Call<string, Row | null> = {
    actor: caller.actor,
    tx,
    now: started,
    today: today(ground.clock, started),
    row: before,
    ground,
    requestId: caller.requestId,
    batchId: caller.batchId,
    ip: caller.ip,
    agent: caller.agent,
    uploads: act.uploads ?? null,
    note: (more) => void Object.assign(act.notes, more),
    afterwards: (work) => void act.afterwards.push(work),
    say: caller.say,
    fail,
  }
  const answered = await handler(input as never, call as never) // the registry pairs handler and endpoint
  const reach = { actor: caller.actor, scopes: ['all'] as const, ground, say: caller.say }
  const data = found ? await findOne(tx, found, before!.id, reach) : answered
  if (ground.checkAnswers && !isFile(data)) endpoint.output.parse(data)
  return { data, before }
}

const pageOf = ({ may }: Endpoint): string | null => {
  if (isOpen(may)) return null
  const right = typeof may === 'string' ? may : may[0]
  return right?.split('.')[0] ?? null
}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The audit row of a call, up to how it ended. */
export function told({ entry: { endpoint }, input, caller, started, notes }: Act): Omit<AuditEntry, 'outcome'> {
  const { actor, ip, requestId, batchId } = caller
  return {
    at: started,
    actorId: actor.id,
    actorName: actor.name,
    unitPath: actor.unitPath,
    roles: [...actor.roles],
    ip,
    page: pageOf(endpoint),
    command: endpoint.id,
    risk: endpoint.risk,
    noun: endpoint.subject?.noun ?? endpoint.id.slice(0, endpoint.id.indexOf('.')),
    objectId: textOf(input.id),
    input: redacted(input, endpoint.secrets),
    reason: textOf(input.reason),
    requestId,
    batchId,
    durationMs: 0,
    ...notes,
  }
}

/** Carries the answer of a rehearsal out of the transaction that is rolled back. */
class Rehearsed extends Error {
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super('rehearsed')
    this.envelope = envelope
  }
}

/** Answers are kept under their key; those of plain writes with secrets are not: tokens and codes would stand in them. */
const attemptOf = ({ entry, input, caller, started }: Act): Attempt | null =>
  caller.idempotencyKey && !caller.rehearse && !(entry.endpoint.risk === 'write' && entry.endpoint.secrets)
    ? {
        key: caller.idempotencyKey,
        actorId: caller.actor.id,
        endpoint: entry.endpoint.id,
        body: input,
        now: started,
      }
    : null

/** How long a call waits for a row that somebody else holds. */
const lockTimeout = '2s'

/** Tells the database who writes, so that every changed row names them, and how long to wait for locks. */
export const enter = (tx: Db, who: string) =>
  tx.execute(sql`select set_config('lendline.actor', ${who}, true), set_config('lock_timeout', ${lockTimeout}, true)`)

/** A refusal that stays, as an answer: throwing it would roll it back. */
function staying(error: unknown): Refusal {
  if (error instanceof Refusal && error.stays) return error
  throw error
}

const deadlock = '40P01'
/** Whether a transaction was broken off to let another through: nothing of it was left. */
export const gaveWay = (error: unknown): boolean => stateOf(error) === deadlock
/** So often what was broken off begins anew. */
export const anewMax = 2

async function commit(act: Act, left = anewMax): Promise<Envelope | Refusal> {
  try {
    return await commitOnce(act)
  } catch (error) {
    if (left === 0 || !gaveWay(error)) throw error
    return commit(act, left - 1)
  }
}

/** The transaction of a write that goes well, or whose refusal stays. */
const commitOnce = (act: Act): Promise<Envelope | Refusal> =>
  act.ground.database.db.transaction(async (tx) => {
    const { caller, started, ground, entry } = act
    await enter(tx, caller.actor.name)
    const attempt = attemptOf(act)
    const earlier = attempt && (await claim(tx, attempt))
    if (earlier) return earlier as Envelope // kept below, by this very function
    const done = await perform(tx, act).catch(staying)
    if (done instanceof Refusal) return done
    const { data, before } = done
    const envelope = success(data, caller)
    if (caller.rehearse) throw new Rehearsed(envelope)
    const durationMs = ground.clock.now().getTime() - started.getTime()
    const after = entry.found ? data : null
    await record(tx, { ...told(act), before, after, outcome: 'done', durationMs })
    if (attempt) await keep(tx, attempt, envelope)
    return envelope
  })

/** What the database says of a row that somebody else holds: an expected refusal, not a defect. */
const busyStates = ['55P03', deadlock, '40001', '57014']

/** What a person can cause, of all that can be thrown. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return busyStates.includes(stateOf(error)) ? new Refusal('busy') : null
}

/** Writes down a call that did not happen; its own transaction is gone, so this is another. */
export async function recordRefusal(act: Act, fault: string | null): Promise<void> {
  const durationMs = act.ground.clock.now().getTime() - act.started.getTime()
  await record(act.ground.database.db, { ...told(act), outcome: fault ? 'refused' : 'failed', fault, durationMs })
}

/** What is left of a call that did not happen. */
async function settle(error: unknown, act: Act): Promise<void> {
  const refusal = error instanceof Malformed ? new Refusal('invalid') : asRefusal(error)
  await recordRefusal(act, refusal?.fault ?? null)
}

function answerError(error: unknown, { entry, ground, caller }: Act): Envelope {
  if (error instanceof Malformed) return invalid(error.issues, caller)
  const refusal = asRefusal(error)
  if (refusal) return refusedAs(refusal, caller)
  ground.log.error({ err: error, requestId: caller.requestId }, entry.endpoint.id)
  return failed(caller)
}

/** Runs a writing call in one transaction, and answers. Refusals and defects leave nothing but their audit row. */
export async function write(act: Act): Promise<Envelope> {
  try {
    const envelope = await commit(act)
    if (envelope instanceof Refusal) throw envelope
    const [work] = act.afterwards
    return work ? { ...envelope, data: await work() } : envelope
  } catch (error) {
    if (error instanceof Rehearsed) return error.envelope
    if (!act.caller.rehearse) await settle(error, act)
    return answerError(error, act)
  }
}

/** Runs a reading call. */
export async function readCall(act: Act): Promise<Envelope> {
  try {
    const { data } = await perform(act.ground.database.db, act)
    return success(data, act.caller)
  } catch (error) {
    return answerError(error, act)
  }
}
