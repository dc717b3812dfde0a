import { eq } from 'drizzle-orm'
import { approval } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ParameterId } from '#contract/parameters/declared.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { approvalRows } from '#server/modules/approvals/store.ts'
import { rowIdOf } from '#server/modules/parameters/steps.ts'
import { parameterRows } from '#server/modules/parameters/store.ts'
import { staffId } from '../foundation.ts'
import { later, type SeedContext } from '../history/context.ts'
import { roles } from '../roles.ts'
import { unitOf, units } from '../units.ts'
import { manualSince } from './log-entries.ts'

type NewApproval = typeof approvalRows.$inferInsert

interface DemoRequest {
  readonly parameter: ParameterId
  readonly before: string
  readonly after: string
  readonly reason: string
  readonly state: NewApproval['state']
  readonly hoursAgo: number
  /** Hours until it was decided, and what was said; none of what waits. */
  readonly decided?: readonly [hours: number, note: string | null]
}

const demoRequests: readonly DemoRequest[] = [
  {
    ...{ parameter: 'disburse.dailyCapMinor', before: '0', after: '2500000', reason: 'The bank caps us until Friday' },
    ...{ state: 'pending', hoursAgo: 3 },
  },
  {
    ...{ parameter: 'disburse.manual', before: 'no', after: 'yes', reason: manualSince.reason },
    ...{ state: 'approved', hoursAgo: manualSince.hoursAgo, decided: [2, null] },
  },
  {
    ...{ parameter: 'writeOff.limits', before: 'MGR=10000, EXE=*', after: 'MGR=50000, EXE=*', reason: 'Fewer to sign' },
    ...{ state: 'rejected', hoursAgo: 6 * 24, decided: [5, 'Not before the audit'] },
  },
  {
    ...{ parameter: 'payment.reversal', before: 'no', after: 'yes', reason: 'Bounced mandates' },
    ...{ state: 'withdrawn', hoursAgo: 4 * 24, decided: [1, null] },
  },
  {
    ...{ parameter: 'disburse.verified', before: 'no', after: 'yes', reason: 'Asked for by risk' },
    ...{ state: 'lapsed', hoursAgo: 14 * 24, decided: [72, null] },
  },
]
const [hour, waitsHours] = [60, 72]

/** Adds parameters beside the declared ones: one that templates read, and one that counts no more. */
export async function addParameters(db: Db): Promise<void> {
  const manual = eq(parameterRows.id, rowIdOf('disburse.manual'))
  await db.update(parameterRows).set({ remark: manualSince.reason }).where(manual)
  await db.insert(parameterRows).values([
    {
      ...{ id: 'support.phone' as IdOf<'parameter'>, name: 'Number of the hotline', kind: 'text' },
      ...{ value: '1800 200 4000', remark: 'Named in letters' },
    },
    {
      ...{ id: 'collection.callsTarget' as IdOf<'parameter'>, name: 'Calls a day', kind: 'number', value: 60 },
      ...{ state: 'disabled', remark: 'Until the new plan' },
    },
  ])
}

/** Adds changes of parameters that wait for a second person, and what became of others. */
export async function addRequests(db: Db, context: SeedContext): Promise<void> {
  const { now, secrets } = context
  const path = units.find(({ id }) => id === unitOf.OPS)!.path // one of its own
  for (const { parameter, before, after, reason, state, hoursAgo, decided } of demoRequests) {
    const objectId = rowIdOf(parameter)
    const [row] = await db
      .select({ version: parameterRows.version })
      .from(parameterRows)
      .where(eq(parameterRows.id, objectId))
    if (!row) return // nobody has declared any here
    const requestedAt = later(now, -hoursAgo * hour)
    const input = { id: objectId, version: row.version, value: after, remark: reason }
    const byChecker = state === 'approved' || state === 'rejected'
    await db.insert(approvalRows).values({
      ...{ id: await newId(db, approval.ids, context.dateOf(requestedAt)), state, command: 'parameters.edit' },
      ...{ page: 'parameters', noun: 'parameters', objectId, before: { value: before }, after: { value: after } },
      input: state === 'pending' ? secrets.encrypt(JSON.stringify(input)) : null,
      ...{ count: 1, eligible: 1, reason, makerId: staffId(roles.OPS.account), makerUnitPath: path, requestedAt },
      validUntil: later(requestedAt, waitsHours * hour),
      checkerId: byChecker ? staffId(roles.EXE.account) : null,
      decidedAt: decided ? later(requestedAt, decided[0] * hour) : null,
      note: decided?.[1] ?? null,
    })
  }
}
