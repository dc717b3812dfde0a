import type { Money } from '#contract/kernel/values.ts'
import { record } from '#server/kernel/base/audit.ts'
import { isAway } from '#server/kernel/base/database.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, setSessionVariables, withRetries } from '#server/kernel/base/transaction.ts'
import { auditEntryOf, recordRefusal } from './audit-entry.ts'
import type { Invocation } from './context.ts'
import { databaseAway, type Envelope, failed, invalid, refusedAs, success } from './envelope.ts'
import { type Attempt, claimKey, keepAnswer } from './idempotency.ts'
import { perform } from './perform.ts'
import { countRefusal } from './refusal-counts.ts'
import { amountStepUpDue } from './step-up.ts'

/** Carries the answer of a rehearsal out of the transaction that is rolled back. */
class RehearsalRollback extends Error {
  readonly envelope: Envelope
  constructor(envelope: Envelope) {
    super('rehearsed')
    this.envelope = envelope
  }
}

/** What tells one attempt from another: the input, and what is in each file, in the order in which its endpoint names them. */
function bodyOf({ entry: { endpoint }, input, uploads }: Invocation): unknown {
  if (!uploads) return input
  const files = endpoint.files?.map((field) => [field, uploads.files[field]?.sha256 ?? null])
  return { input, files }
}

/** Answers are kept under their key; those of plain writes with secrets are not: tokens and codes would stand in them. */
function attemptOf(act: Invocation): Attempt | null {
  const { endpoint } = act.entry
  const { idempotencyKey: key, rehearse, actor } = act.caller
  if (!key || rehearse || (endpoint.risk === 'write' && endpoint.secrets)) return null
  return { key, actorId: actor.id, endpoint: endpoint.id, body: bodyOf(act), now: act.started }
}

/** A refusal that stays, as an answer: throwing it would roll it back. */
function committedRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && error.stays) return error
  throw error
}

/** What a call moves, in minor units: an argument, or an amount of the row as it was. */
function amountOf({ entry: { endpoint }, input }: Invocation, before: object | null): number {
  const amount = endpoint.sum && ({ ...before, ...input } as Readonly<Record<string, Money | undefined>>)[endpoint.sum] // as the contract has it
  return amount ? amount.minor : 0
}

/** The transaction of a write that goes well, or whose refusal stays. */
const commitOnce = (act: Invocation): Promise<Envelope | Refusal> =>
  act.app.database.db.transaction(async (tx) => {
    const { caller, started, app, entry } = act
    const attempt = attemptOf(act)
    const [, earlier] = await Promise.all([
      setSessionVariables(tx, caller.actor.name, entry.rowSource ? 'rows' : 'lists', started),
      attempt && claimKey(tx, attempt),
    ])
    if (earlier) return earlier as Envelope // kept below, by this very function
    const done = await perform(tx, act).catch(committedRefusal)
    if (done instanceof Refusal) return done
    const { data, before, after } = done
    const stepUp = await amountStepUpDue(entry.endpoint, () => amountOf(act, before), {
      ...caller,
      tx,
      now: started,
      app,
    })
    if (stepUp) throw stepUp
    const envelope = success(data, caller)
    if (caller.rehearse) throw new RehearsalRollback(envelope)
    const durationMs = app.clock.now().getTime() - started.getTime()
    const rows = entry.rowSource && { before, after } // of anything else, what its handler has noted
    await Promise.all([
      record(tx, { ...auditEntryOf(act), ...rows, outcome: 'done', durationMs }, app.secrets),
      attempt && keepAnswer(tx, attempt, envelope),
    ])
    return envelope
  })

/** What is left of a call that did not happen. */
async function recordFailure(error: unknown, act: Invocation): Promise<void> {
  const refusal = error instanceof InvalidInput ? new Refusal('invalid') : asRefusal(error)
  if (refusal?.counted) return countRefusal(act, refusal.fault)
  await recordRefusal(act, refusal?.fault ?? null)
  if (refusal) await act.app.contactRefused(act.app.database.db, act, refusal)
}

function answerError(error: unknown, { entry, app, caller }: Invocation): Envelope {
  if (error instanceof InvalidInput) return invalid(error.issues, caller)
  const refusal = asRefusal(error)
  if (refusal) return refusedAs(refusal, caller)
  if (isAway(error)) return databaseAway(caller)
  app.log.error({ err: error, requestId: caller.requestId }, entry.endpoint.id)
  return failed(caller)
}

/** Runs a writing call in one transaction, and answers. Refusals and defects leave nothing but their audit row. */
export async function writeCall(act: Invocation): Promise<Envelope> {
  try {
    const envelope = await withRetries(() => commitOnce(act))
    if (envelope instanceof Refusal) throw envelope
    const [work] = act.afterCommit
    return work ? { ...envelope, data: await work() } : envelope
  } catch (error) {
    if (error instanceof RehearsalRollback) return error.envelope
    // nothing was changed: that is answered though there may be no room, or no database, to write it down
    if (!act.caller.rehearse)
      await recordFailure(error, act).catch((unwritten: unknown) => act.app.log.error({ err: unwritten }, 'audit'))
    return answerError(error, act)
  }
}

/** Runs a query (a reading call). */
export async function readCall(act: Invocation): Promise<Envelope> {
  try {
    const { data } = await perform(act.app.database.db, act)
    return success(data, act.caller)
  } catch (error) {
    return answerError(error, act)
  }
}
