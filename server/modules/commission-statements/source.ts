import { type Column, type SQL, sql } from 'drizzle-orm'
import type { CommissionLine, CommissionStatement } from '#contract/commission-statements.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { recoveryRows } from '#server/modules/recoveries/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { commissionLineRows as lines, commissionStatementRows as rows } from './store.ts'

/** With their name: looked up, not joined, as of recoveries. */
const person = (id: Column) => ({
  id,
  name: sql`(select ${staffRows.name} from ${staffRows} where ${staffRows.id} = ${id})`,
})
const amount = (minor: Column | SQL) => ({ minor, currency: rows.currency })

/** What of a statement, or of a line of it, is in dispute; of one that is closed, what was when it was. */
const inDispute = (of: 'amount_minor' | 'commission_minor', place: SQL) =>
  amount(sql`(select coalesce(sum(r.${sql.raw(of)}), 0)::bigint from ${recoveryRows} r
    where ${place} and (r.state = 'disputed' or r.open_at_closing)
      and case when ${rows.state} = 'closed' then r.open_at_closing else r.state = 'disputed' end)`)
const disputesOf = (place: SQL) => ({
  disputed: inDispute('amount_minor', place),
  disputedCommission: inDispute('commission_minor', place),
})

/** An agency’s are its own. No group and no collector has a share of its own in them. */
const scope = {
  agency: ({ agencyId }: Actor) => sql`${rows.agencyId} = ${agencyId}`,
  department: (actor: Actor) => belowUnitOf(actor, unitRows.path),
}

/** List source: commission statements of agencies. */
export const commissionStatementSource: Source<CommissionStatement> = {
  table: rows,
  from: sql`${rows} join ${unitRows} on ${unitRows.id} = ${rows.agencyId}`,
  columns: ({ t }) => ({
    id: rows.id,
    version: rows.version,
    state: rows.state,
    agency: nameRef(rows.agencyId, unitRows, t),
    month: rows.month,
    entries: rows.entries,
    recovered: amount(rows.amountMinor),
    commission: amount(rows.commissionMinor),
    earlier: amount(rows.earlierMinor),
    ...disputesOf(sql`r.statement_id = ${rows.id}`),
    drawnAt: rows.drawnAt,
    confirmedBy: person(rows.confirmedById),
    confirmedAt: rows.confirmedAt,
    closedBy: person(rows.closedById),
    closedAt: rows.closedAt,
    note: rows.note,
  }),
  scope,
}

/** List source: lines of commission statements. */
export const commissionLineSource: Source<CommissionLine> = {
  table: lines,
  from: sql`${lines} join ${rows} on ${rows.id} = ${lines.statementId} join ${unitRows} on ${unitRows.id} = ${rows.agencyId}`,
  columns: ({ t }) => ({
    id: lines.id,
    statementId: lines.statementId,
    state: rows.state,
    agency: nameRef(rows.agencyId, unitRows, t),
    month: rows.month,
    paidMonth: lines.paidMonth,
    isEarlier: sql`(${lines.paidMonth} < ${rows.month})`,
    entry: lines.entry,
    stage: stageRef(lines.stage),
    rate: lines.ratePpm,
    entries: lines.entries,
    recovered: amount(lines.amountMinor),
    commission: amount(lines.commissionMinor),
    ...disputesOf(sql`r.statement_id = ${lines.statementId} and r.line_id = ${lines.id}`),
    drawnAt: rows.drawnAt,
  }),
  scope,
}
