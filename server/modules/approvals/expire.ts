import { and, eq, lte, sql } from 'drizzle-orm'
import { approval } from '#contract/approvals.ts'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { scheduledActor } from '#server/kernel/base/actor.ts'
import { record } from '#server/kernel/base/audit.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import { auditEntryOf } from '#server/kernel/call/audit-entry.ts'
import type { AppContext, Invocation } from '#server/kernel/call/context.ts'
import { perform } from '#server/kernel/call/perform.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { expiryCalls } from './pending-requests.ts'
import { inbox } from './source.ts'
import { approvalRows } from './store.ts'

const name = 'lapseRequests'
const atOnce = 200
/** Why a request was turned down, in the words of `approvals.ended`. */
const notDecided = 'notDecided'

/** A request that waits on its own page, and for too long. */
interface OverdueRequest {
  readonly id: string
  readonly version: number
  readonly command: string
  readonly page: PageId
  readonly noun: string
  readonly objectId: string
  readonly amountMinor: string | null
  readonly currency: Currency | null
  readonly reason: string | null
  readonly makerId: IdOf<'staff'>
  readonly makerUnitPath: string
  readonly requestedAt: string
  readonly validUntil: string
}

const overdueRequests = (db: Db, now: Date, { after, id }: { readonly after?: string | null; readonly id?: string }) =>
  rowsOf<OverdueRequest>(
    db,
    sql`select id, version, command, page, noun, object_id as "objectId", amount_minor as "amountMinor", currency, reason,
        maker_id as "makerId", coalesce(maker_unit_path, '') as "makerUnitPath", requested_at as "requestedAt",
        valid_until as "validUntil"
      from ${inbox} where not decided_here and valid_until <= ${now.toISOString()}
        and id collate "C" > ${after ?? ''} and ${id === undefined ? sql`true` : sql`id = ${id}`}
      order by id collate "C" limit ${atOnce}`,
  )

/** What turns a request down: the call of its noun, made by the clock. */
function expiryOf({ id, version, command }: OverdueRequest, app: AppContext, now: Date): Invocation {
  const [call, why] = expiryCalls.get(command)! // each declares one
  const input = { id: id.split(':', 1)[0], version, [why]: notDecided }
  const t: Invocation['caller']['t'] = (key, values) => app.translations.t('en', key, values)
  const by = {
    actor: scheduledActor(name),
    ip: null,
    agent: null,
    requestId: `${name} ${id}`,
    language: 'en',
    t,
  } as const
  return {
    ...{ entry: app.registry.entries.get(call)!, input, app, started: now, notes: {}, afterCommit: [], effects: [] },
    caller: { ...by, rehearse: false, idempotencyKey: null, batchId: null },
  }
}

/** Keeps a request that has lapsed in the inbox of whoever asked: what it was about, not what it would have changed. */
async function keepLapsed(tx: Db, one: OverdueRequest, { clock }: AppContext, now: Date): Promise<void> {
  const { command, page, noun, objectId, currency, reason, makerId, makerUnitPath } = one
  const amountMinor = one.amountMinor === null ? null : Number(one.amountMinor)
  await tx.insert(approvalRows).values({
    ...{ id: await newId(tx, approval.ids, today(clock, now)), state: 'lapsed' as const, count: 1, eligible: 1 },
    ...{ command, page, noun, objectId, currency, amountMinor, reason, makerId, makerUnitPath },
    ...{ requestedAt: new Date(one.requestedAt), validUntil: new Date(one.validUntil), decidedAt: now },
  })
}

/** Turns down what waits on pages of its own and that nobody has decided on in time; whoever asked is told by the inbox. */
function expireElsewhere(app: AppContext) {
  const now = app.clock.now()
  const next = async (db: Db, after: string | null) => (await overdueRequests(db, now, { after })).map(({ id }) => id)
  const one = async (id: string) => async (tx: Db) => {
    const [request] = await overdueRequests(tx, now, { id })
    if (!request) return false
    const act = expiryOf(request, app, now)
    const { before, after } = await perform(tx, act)
    await record(tx, { ...auditEntryOf(act), before, after, outcome: 'done' }, app.secrets)
    await keepLapsed(tx, request, app, now)
    return true
  }
  return forEachRow({ as: name, next, one }, app)
}

/** Takes requests out of the inbox that nobody has decided on in time, wherever they are decided. */
export const expireRequests: Job = {
  id: name,
  cron: '*/5 * * * *',
  async run(app) {
    const { database, clock } = app
    await database.db.transaction(async (tx) => {
      await setSessionVariables(tx, name)
      await tx
        .update(approvalRows)
        .set({ state: 'lapsed', decidedAt: clock.now() })
        .where(and(eq(approvalRows.state, 'pending'), lte(approvalRows.validUntil, clock.now())))
    })
    await expireElsewhere(app)
  },
}
