import { and, eq, sql } from 'drizzle-orm'
import type { Rehearsal } from '#contract/batches.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { needsNoRight, pageOfRight } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type AuditEntry, record, redacted } from '#server/kernel/base/audit.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, inSavepoint, setSessionVariables } from '#server/kernel/base/transaction.ts'
import { auditEntryOf } from '#server/kernel/call/audit-entry.ts'
import type { Context, Invocation, RegistryEntry, Release } from '#server/kernel/call/context.ts'
import { perform } from '#server/kernel/call/perform.ts'
import { sumEffects } from '#server/kernel/call/side-effects.ts'
import { stepUpDue } from '#server/kernel/call/step-up.ts'
import { changesOf } from '#server/kernel/listing/changes.ts'
import { readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { actorById } from '#server/modules/session/steps/sessions.ts'
import { approvalRows } from './store.ts'

type StoredApproval = typeof approvalRows.$inferSelect
/** What a call is about, and how that differs before and after it. */
type Difference = Pick<AuditEntry, 'noun' | 'objectId' | 'before' | 'after'>

/**
 * The call, for whoever may make it. Only what may wait for a second person is filed: to rehearse any other would answer
 * what it answers, a password for instance, without its record.
 * @throws Refusal `unknown_command`, `forbidden`, `needs_no_approval`.
 */
function mustBeCall(id: string, { app, actor }: Pick<Context, 'app' | 'actor'>): RegistryEntry {
  const entry = app.registry.entries.get(id)
  if (!entry || entry.endpoint.risk === 'read' || entry.endpoint.files) throw new Refusal('unknown_command')
  if (!actor.may(entry.endpoint.requires)) throw new Refusal('forbidden')
  if (!entry.endpoint.fourEyes) throw new Refusal('needs_no_approval')
  return entry
}

/** The page that a call is on. */
const pageOf = ({ endpoint: { requires } }: RegistryEntry): PageId | null =>
  needsNoRight(requires) ? null : pageOfRight(typeof requires === 'string' ? requires : requires[0]!) // it requires one

/** The page of a command that rows wait for. */
export const pageOfCommand = (id: string, { app }: Pick<Context, 'app'>): PageId | null =>
  pageOf(app.registry.entries.get(id)!) // it was rehearsed

/**
 * Whoever asked for a run whose rows wait for a second person: it goes on as theirs, with the rights they have now.
 * @throws Refusal `forbidden`, `maker_may_not`.
 */
export async function mustBeMakerOfRows(filed: StoredApproval, context: Context): Promise<Actor> {
  const entry = context.app.registry.entries.get(filed.command)
  if (!entry) throw new Refusal('unknown_command')
  return mustBeMaker(entry, filed, context)
}

const invocationOf = (
  entry: RegistryEntry,
  input: Record<string, unknown>,
  context: Context,
  release: Release,
): Invocation => ({
  ...{ entry, input, app: context.app, started: context.now, release },
  ...{ notes: {}, afterCommit: [], effects: [] },
  caller: { ...context, rehearse: false, idempotencyKey: null, batchId: null },
})

/** What a call that was done, or rehearsed, has to say for itself: its row, or what its handler noted. */
function differenceOf(act: Invocation, { before, after }: { before: unknown; after: unknown }): Difference {
  const { noun, objectId, before: was, after: is } = auditEntryOf(act)
  return act.entry.rowSource ? { noun, objectId, before, after } : { noun, objectId, before: was, after: is }
}

/**
 * Does a call as far as it goes, in a savepoint that is rolled back.
 * @throws Refusal where it is refused.
 */
async function rehearse(act: Invocation, { tx }: Context): Promise<Difference> {
  let seen: Difference | undefined
  await inSavepoint(tx, async (savepoint) => {
    seen = differenceOf(act, await perform(savepoint, act))
    return 'rollBack'
  })
  return seen! // it ended by the rollback
}

/** A call by the id of its endpoint. */
export interface CallRequest {
  readonly call: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What of a filed call is worth keeping beside its input. */
interface FiledCall extends Difference {
  readonly command: string
  readonly page: PageId | null
  readonly input: string
}

/**
 * Rehearses a call that its caller may make but for the second person, as it is filed.
 * @throws Refusal where it would be refused anyway, `needs_no_approval`, `request_open`; InvalidInput.
 */
export async function fileCall({ call: command, input: given }: CallRequest, context: Context): Promise<FiledCall> {
  const entry = mustBeCall(command, context)
  const parsed = entry.endpoint.input.safeParse(given, { reportInput: true })
  if (!parsed.success) throw new InvalidInput(parsed.error.issues)
  const stepUp = stepUpDue(entry.endpoint, context)
  if (stepUp) throw stepUp
  const release = { needed: false }
  const difference = await rehearse(invocationOf(entry, parsed.data, context, release), context)
  if (!release.needed) throw new Refusal('needs_no_approval')
  await mustBeAlone(command, difference, context)
  const input = context.app.secrets.encrypt(JSON.stringify(given))
  return { command, page: pageOf(entry), input, ...difference }
}

/** The lock on requests for a command, until the transaction ends: of two who ask for the same, one does so after the other. */
export const lockRequests = (command: string, { tx }: Pick<Context, 'tx'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`requests ${command}`}))`)

/** One request at a time about the same thing. @throws Refusal `request_open`. */
async function mustBeAlone(command: string, { objectId }: Difference, context: Context): Promise<void> {
  if (!objectId) return
  await lockRequests(command, context)
  const { tx } = context
  const same = and(eq(approvalRows.state, 'pending'), eq(approvalRows.objectId, objectId))
  const [open] = await tx
    .select({ id: approvalRows.id })
    .from(approvalRows)
    .where(and(same, eq(approvalRows.command, command)))
  if (open) throw new Refusal('request_open', { id: open.id })
}

/** @throws Refusal `forbidden`, where whoever releases it does not see its page, `maker_may_not`. */
async function mustBeMaker(entry: RegistryEntry, { makerId }: StoredApproval, context: Context): Promise<Actor> {
  const page = pageOf(entry)
  if (page && !context.actor.may(page)) throw new Refusal('forbidden')
  const maker = await actorById(context.app, makerId, context.tx)
  if (!maker?.may(entry.endpoint.requires)) throw new Refusal('maker_may_not')
  return maker
}

/**
 * A filed call as whoever asked for it, with the rights they have now. Whoever releases it sees the page that it is on.
 * @throws Refusal `forbidden`, `maker_may_not`.
 */
async function invocationOfFiled(filed: StoredApproval, context: Context): Promise<Invocation> {
  const { app, actor } = context
  const { command, input } = filed
  const entry = app.registry.entries.get(command)
  if (!entry) throw new Refusal('unknown_command')
  const maker = await mustBeMaker(entry, filed, context)
  const given = entry.endpoint.input.parse(JSON.parse(app.secrets.decrypt(input!))) // of a call it is there
  return invocationOf(entry, given, { ...context, actor: maker }, { needed: false, by: actor.id })
}

/**
 * What a filed call would do now, by the fields that differ.
 * @throws Refusal where the caller may not release it at all.
 */
export async function previewCall(filed: StoredApproval, context: Context): Promise<Rehearsal> {
  const act = await invocationOfFiled(filed, context)
  const { entry, input } = act
  const { id: _, version, ...args } = input
  const seen = await rehearse(act, context).catch((error: unknown) => {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return refusal
  })
  const isRefused = seen instanceof Refusal
  const told = readContextOf(context.app, context.now, context.t)
  return {
    ...{ id: null, command: filed.command, matched: 1, rehearsed: 1, eligible: isRefused ? 0 : 1 },
    ...{ sums: [], headroom: [], blocker: null, at: toInstant(context.now) },
    effects: isRefused ? [] : sumEffects(act.effects),
    args: entry.rowSource ? redacted(args, entry.endpoint.secrets) : {},
    version: entry.rowSource ? (version as Rehearsal['version']) : null, // of the row, as it was filed
    changes: isRefused ? null : changesOf(seen.noun ?? '', [seen.before ?? {}, seen.after], told),
    refused: isRefused
      ? [
          {
            fault: seen.fault,
            msg: context.t(`faults.${seen.fault}`, seen.values),
            count: 1,
            ids: filed.objectId ? [filed.objectId] : [],
          },
        ]
      : [],
  }
}

/**
 * Does a filed call, in this transaction, as whoever asked for it, and records it as theirs.
 * @throws Refusal where it is refused now: then nothing is released.
 */
export async function releaseCall(filed: StoredApproval, context: Context): Promise<void> {
  const { tx, app, now } = context
  const act = await invocationOfFiled(filed, context)
  const stepUp = stepUpDue(act.entry.endpoint, context)
  if (stepUp) throw stepUp
  await setSessionVariables(tx, act.caller.actor.name, act.entry.rowSource ? 'rows' : 'lists', now)
  const difference = differenceOf(act, await perform(tx, act))
  const durationMs = app.clock.now().getTime() - now.getTime()
  await record(tx, { ...auditEntryOf(act), ...difference, outcome: 'done', durationMs }, app.secrets)
  for (const work of act.afterCommit) context.afterCommit(work)
}

/** The request as it was filed, of whichever kind. */
export async function storedApproval(id: IdOf<'approval'>, { tx }: Context): Promise<StoredApproval> {
  const [stored] = await tx.select().from(approvalRows).where(eq(approvalRows.id, id))
  if (!stored) throw new Refusal('not_found')
  return stored
}
