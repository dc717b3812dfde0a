import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { activityKinds } from '#contract/collection-activities.ts'
import type { SummaryPart } from '#server/kernel/summaries/summary.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { caseHoldingRows as holdings } from '#server/modules/case-holder/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { contactRefusalRows as refusals } from '#server/modules/contact-refusals/store.ts'
import { followUpRows } from '#server/modules/follow-ups/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { recoveryRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'

/** Union part: what it says of its rows; what it does not say is nothing. */
interface UnionPart {
  readonly kind: (typeof activityKinds)[number]
  readonly id: Column
  readonly at: Column
  readonly caseId: SQL | Column
  readonly loanId: Column
  readonly collectorId: Column
  /** Where the case was: with whom, and in which stage. */
  readonly place: SQL
  readonly amount?: SQL | Column
  readonly principal?: Column
  readonly isFirst?: Column
  readonly isExtension?: SQL
  readonly result?: Column
  readonly promise?: Column
  readonly seconds?: SQL
  readonly rule?: Column
  readonly table: PgTable
  /** Which of its rows, or what they are joined to; all of them without. */
  readonly narrowed?: SQL
}

const none = (type: 'bigint' | 'smallint' | 'int' | 'text') => sql`null::${sql.raw(type)}`

/** One part of the union: columns in the order of the others, and a type for those that are nothing. */
const partOf = (part: UnionPart): SummaryPart => ({
  table: part.table,
  select: sql`select ${`${part.kind}:`}::text || ${part.id} as id, ${part.kind}::text as kind,
  ${part.at} as at, ${part.caseId} as case_id, ${part.loanId} as loan_id, ${part.collectorId} as collector_id, ${part.place},
  ${part.amount ?? none('bigint')} as amount_minor, ${part.principal ?? none('bigint')} as principal_minor,
  ${part.isFirst ?? sql`false`} as is_first, ${part.isExtension ?? sql`false`} as is_extension,
  ${part.result ?? none('smallint')} as result, ${part.promise ?? none('text')} as promise,
  ${part.seconds ?? none('int')} as seconds, ${part.rule ?? none('text')} as rule,
  ${part.seconds ? sql`coalesce(${part.seconds} > 0, false)` : sql`false`} as connected
  from ${part.table} ${part.narrowed ?? sql``}`,
})

const placeOf = (of: typeof holdings | typeof recoveryRows | typeof caseRows) =>
  sql`${of.groupId} as group_id, ${of.agencyId} as agency_id, ${of.unitPath} as unit_path, ${of.stage} as stage`

/** Something that happened to an order, and when. */
interface Moment {
  readonly loanId: Column
  readonly at: Column
}

/** A column of the holding that an order's case was in at a moment. */
const heldThen = (column: SQL | Column, { loanId, at }: Moment) => sql`
  select ${column} from ${holdings} where ${holdings.loanId} = ${loanId} and ${holdings.from} <= ${at}
    and (${holdings.until} is null or ${holdings.until} >= ${at}) order by ${holdings.from} desc limit 1`

/** Place of a case at a moment; none while nobody had it. Each column by itself: what nobody reads is not looked up. */
const placeAt = (moment: Moment) =>
  sql.join(
    [holdings.groupId, holdings.agencyId, holdings.unitPath, holdings.stage].map(
      (column) => sql`(${heldThen(column, moment)}) as ${sql.identifier(column.name)}`,
    ),
    sql`, `,
  )

/** Rows of a table that are about a case somebody had, with that holding. */
const withHolding = (of: { where: SQL } & Moment) =>
  sql`join lateral (${heldThen(sql`*`, of)}) ${holdings} on true where ${of.where}`

/** Cases that have come to somebody: principal outstanding, and whether anybody has had them before. */
const held = partOf({
  ...{ kind: 'held', id: holdings.id, at: holdings.from, caseId: holdings.caseId, loanId: holdings.loanId },
  ...{ collectorId: holdings.collectorId, place: placeOf(holdings), table: holdings },
  principal: holdings.principalMinor,
  isFirst: holdings.isFirst,
  narrowed: sql`where ${holdings.isArrival}`,
})

/** Attempts to reach somebody, and what came of them. What a robot has done is nobody's. */
const contact = partOf({
  ...{
    kind: 'contact',
    id: followUpRows.id,
    at: followUpRows.at,
    caseId: followUpRows.caseId,
    loanId: followUpRows.loanId,
  },
  ...{ collectorId: followUpRows.collectorId, place: placeAt(followUpRows), result: followUpRows.result },
  table: followUpRows,
  narrowed: sql`where ${followUpRows.collectorId} is not null`,
})

/** Calls from a seat about a case, and how long people spoke: not of customers who call, nor from phones of one's own. */
const call = partOf({
  ...{ kind: 'call', id: callRows.id, at: callRows.beganAt, caseId: callRows.caseId, loanId: callRows.loanId },
  ...{ collectorId: callRows.staffId, place: placeAt({ loanId: callRows.loanId, at: callRows.beganAt }) },
  seconds: sql`extract(epoch from ${callRows.endedAt} - ${callRows.answeredAt})::int`,
  table: callRows,
  narrowed: sql`where ${callRows.direction} = 'out' and ${callRows.state} <> 'handedOver' and ${callRows.caseId} is not null and ${callRows.loanId} is not null and ${callRows.staffId} is not null`,
})

const promise = partOf({
  ...{ kind: 'promise', id: promiseRows.id, at: promiseRows.madeAt, caseId: promiseRows.caseId },
  ...{ loanId: promiseRows.loanId, collectorId: promiseRows.collectorId },
  place: placeAt({ loanId: promiseRows.loanId, at: promiseRows.madeAt }),
  ...{ amount: promiseRows.amountMinor, promise: promiseRows.state },
  table: promiseRows,
  narrowed: sql`where ${promiseRows.collectorId} is not null`,
})

/** What has come in and counts: what was taken back, and what takes it back, come to nothing together. */
const recovered = partOf({
  ...{ kind: 'recovered', id: recoveryRows.id, at: recoveryRows.paidAt, caseId: recoveryRows.caseId },
  ...{ loanId: recoveryRows.loanId, collectorId: recoveryRows.collectorId, place: placeOf(recoveryRows) },
  ...{ amount: recoveryRows.amountMinor, principal: recoveryRows.principalMinor },
  isExtension: sql`(${recoveryRows.extensionMinor} > 0)`,
  table: recoveryRows,
  narrowed: sql`where ${recoveryRows.state} in ('attributed', 'disputed')`,
})

/** Cases that were paid in full, for whoever had them last: a closed case stays theirs. */
const settled = partOf({
  ...{ kind: 'settled', id: caseRows.id, at: caseRows.closedAt, caseId: caseRows.id, loanId: caseRows.loanId },
  ...{ collectorId: caseRows.collectorId, place: placeOf(caseRows), table: caseRows },
  narrowed: sql`where ${caseRows.state} = 'closed' and ${caseRows.closeReason} = 'paid' and ${caseRows.collectorId} is not null`,
})

/** Reductions that were passed while somebody had the case, for whoever asked for them. */
const reduced = partOf({
  ...{ kind: 'reduced', id: reductionRows.id, at: reductionRows.auditedAt, caseId: sql`${holdings.caseId}` },
  ...{ loanId: reductionRows.loanId, collectorId: reductionRows.makerId, place: placeOf(holdings) },
  amount: sql`(${reductionRows.reliefPenalty} + ${reductionRows.reliefFee} + ${reductionRows.reliefInterest}
    + ${reductionRows.reliefPrincipal})`,
  table: reductionRows,
  narrowed: withHolding({
    ...{ loanId: reductionRows.loanId, at: reductionRows.requestedAt },
    where: sql`${reductionRows.state} = 'passed'`,
  }),
})

/** Contacts that a rule has forbidden, for whoever wanted them. */
const refused = partOf({
  ...{ kind: 'refused', id: refusals.id, at: refusals.at, caseId: refusals.caseId, loanId: refusals.loanId },
  ...{ collectorId: refusals.staffId, place: placeAt(refusals), rule: refusals.rule },
  table: refusals,
  narrowed: sql`where ${refusals.caseId} is not null and ${refusals.loanId} is not null and ${refusals.staffId} is not null`,
})

/** What was done about cases and what came of it, a row for each. */
export const parts: readonly SummaryPart[] = [held, contact, call, promise, recovered, settled, reduced, refused]
