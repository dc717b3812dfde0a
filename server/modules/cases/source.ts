import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Case, cases, type nextReasons } from '#contract/cases.ts'
import { kindsThatStop } from '#contract/hold-kinds.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import { type Source, withinScope } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { caseTransferRows as transfers } from '#server/modules/case-transfers/store.ts'
import { contactsToday } from '#server/modules/contact-rules/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { orderColumns } from '#server/modules/loans/steps/order-columns.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { remindedToday } from '#server/modules/messages/store.ts'
import { booksByLoan } from '#server/modules/plans/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { caseRows } from './store.ts'

const { currency } = loanRows
const books = booksByLoan(caseRows.loanId)
const group = alias(unitRows, 'case_group')
const agency = alias(unitRows, 'case_agency')

const joined = sql`${caseRows} join ${loanRows} on ${loanRows.id} = ${caseRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${caseRows.collectorId}
    left join ${unitRows} case_group on case_group.id = ${caseRows.groupId}
    left join ${unitRows} case_agency on case_agency.id = ${caseRows.agencyId}`

const mayBeCalled = sql`(${caseRows.hold} is null or ${caseRows.hold} not in ${kindsThatStop('calls')})`

/** Why a case comes next: each reason where none before it holds. */
export function nextReasonOf({ now, day, country }: ReadContext) {
  const midnight = sql`${startOfDay(day, country)}::timestamptz`
  // a promise that was broken is spoken of once a day
  const broken = sql`(${caseRows.brokenOn} = ${day}::date
    and (${caseRows.lastContactAt} is null or ${caseRows.lastContactAt} < ${midnight})) is true`
  const when = (reason: (typeof nextReasons)[number], condition: SQL) =>
    [reason, sql`(${caseRows.state} = 'allocated' and ${mayBeCalled} and ${condition})`] as const
  return {
    caseWhen: [
      when('broken', broken),
      when('due', sql`${caseRows.followUpAt} <= ${now}::timestamptz and not ${broken}`),
      when('never', sql`${caseRows.followUpAt} is null and ${caseRows.lastContactAt} is null and not ${broken}`),
      when('amount', sql`${caseRows.followUpAt} is null and ${caseRows.lastContactAt} is not null and not ${broken}`),
    ],
  }
}

/** What transfers, or the undoing of one, have left as it is now, and who had it before. */
const takenFrom = ({ id }: Actor): SQL => sql`exists (select from ${transfers}
  where ${transfers.loanId} = ${caseRows.loanId} and ${transfers.caseId} = ${caseRows.id}
    and ((${transfers.fromCollectorId} = ${id} and ${transfers.caseVersion} = ${caseRows.version})
      or (${transfers.toCollectorId} = ${id} and ${transfers.undoneAt} is not null
        and ${transfers.caseVersion} + 1 = ${caseRows.version})))`

/** List source: cases, with the order and the customer they are about. */
export const caseSource: Source<Case> = {
  table: caseRows,
  from: sql`${joined} ${books.joined}`,
  fromForScan: sql`${joined} ${books.gathered}`,
  columns: (readContext) => ({
    id: caseRows.id,
    version: caseRows.version,
    state: caseRows.state,
    loanId: caseRows.loanId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    stage: stageRef(caseRows.stage),
    overdueDays: { since: loanRows.dueDate, unit: 'day' },
    dueDate: loanRows.dueDate,
    principal: { minor: books.principal, currency },
    penalty: { minor: books.penalty, currency },
    repayable: { minor: books.total, currency, pieces: books.owing },
    promisedFor: caseRows.promisedFor,
    brokenOn: caseRows.brokenOn,
    followUpAt: caseRows.followUpAt,
    lastResult: caseRows.lastResult,
    willingness: caseRows.willingness,
    lastContactAt: caseRows.lastContactAt,
    hold: caseRows.hold,
    collector: { id: caseRows.collectorId, name: staffRows.name },
    group: nameRef(caseRows.groupId, unitRows, readContext.t, group),
    agency: nameRef(caseRows.agencyId, unitRows, readContext.t, agency),
    allocatedAt: caseRows.allocatedAt,
    openedAt: caseRows.openedAt,
    loanState: loanRows.state,
    ...orderColumns,
    remindedToday: remindedToday(loanRows.customerId, readContext),
    contactsToday: contactsToday(loanRows.customerId, readContext),
    nextReason: nextReasonOf(readContext),
  }),
  scope: {
    ...caseHolderScopes(caseRows),
    // also from the root down: what the planner knows of paths and states together, it knows of both or not at all
    department: (actor: Actor) => fromUnitDown(actor, caseRows.unitPath),
  },
  takenFrom,
}

/** List source: cases that are being worked, or wait for somebody to work them. */
export const openCaseSource: Source<Case> = {
  ...caseSource,
  columns: (readContext) => ({
    ...caseSource.columns(readContext),
    overdueDays: { since: caseRows.dueDate, unit: 'day' },
    dueDate: caseRows.dueDate,
  }),
  // every path begins so: what the planner knows of states, it knows of paths and states together
  where: sql`${caseRows.state} <> 'closed' and ${caseRows.unitPath} >= '/'`,
  formerWhere: sql`${caseRows.state} = 'closed'`,
}

/** The open cases that somebody may give to others. */
export function assignableBy({ actor, app }: { readonly actor: Actor; readonly app: AppContext }): SQL {
  const source = openCaseSource as unknown as Source // its fields do not matter here
  return sql`${source.where} and ${withinScope(source, { actor, scopes: actor.scopesOf(cases.transfer.requires), app })}`
}
