import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { needsNoRight, pageOfRight, type Requirement } from '#contract/kernel/rights.ts'
import { type AuditEntry, record, recordEach, redacted } from '#server/kernel/base/audit.ts'
import type { Context, Invocation } from './context.ts'

const pageOf = (requires: Requirement): string | null => {
  if (needsNoRight(requires)) return null
  const right = typeof requires === 'string' ? requires : requires[0]
  return right ? pageOfRight(right) : null
}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The audit row of a call, up to how it ended. */
export function auditEntryOf({
  entry: { endpoint },
  input,
  caller,
  started,
  notes,
}: Invocation): Omit<AuditEntry, 'outcome'> {
  const { actor, ip, requestId, batchId } = caller
  return {
    at: started,
    actorId: actor.id,
    actorName: actor.name,
    unitPath: actor.unitPath,
    roles: [...actor.roles],
    ip,
    page: pageOf(endpoint.requires),
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

/** What a call has done to a row beside the one it is about. */
type ChangedRow = Pick<AuditEntry, 'objectId' | 'before' | 'after'>

/** Audits rows that a call has changed beside the one it is about, each by an entry of its own. */
export function recordBeside(
  { id: command, risk, requires }: Pick<Endpoint, 'id' | 'risk' | 'requires'>,
  noun: string,
  changed: readonly ChangedRow[],
  { tx, actor, now, ip, requestId, batchId }: Context,
): Promise<void> {
  const who = { actorId: actor.id, actorName: actor.name, unitPath: actor.unitPath, roles: [...actor.roles], ip }
  const what = {
    page: pageOf(requires),
    command,
    risk,
    noun,
    requestId,
    batchId,
    durationMs: 0,
    outcome: 'done' as const,
  }
  return recordEach(
    tx,
    changed.map((row) => ({ at: now, ...who, ...what, ...row })),
  )
}

/** Audits a refused call; its own transaction is gone, so this is another. */
export async function recordRefusal(act: Invocation, fault: string | null): Promise<void> {
  const durationMs = act.app.clock.now().getTime() - act.started.getTime()
  const { database, secrets } = act.app
  const entry = { ...auditEntryOf(act), outcome: fault ? ('refused' as const) : ('failed' as const), fault, durationMs }
  await record(database.db, entry, secrets)
}
