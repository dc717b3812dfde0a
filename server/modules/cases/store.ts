import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CloseReason, caseFlow } from '#contract/cases.ts'
import type { Willingness } from '#contract/follow-up-rules.ts'
import { holdKinds } from '#contract/hold-kinds.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key, wordsOf } from '#server/kernel/base/columns.ts'
import { caseHolderColumns } from '#server/modules/case-holder/store.ts'

const open = sql`state <> 'closed'`
const closed = sql`state = 'closed'`

/** Table `cases`: overdue orders in the hands of collection. */
export const caseRows = pgTable(
  'cases',
  {
    id: idColumn('case').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    state: text('state', { enum: caseFlow.states }).notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    ...caseHolderColumns(),
    /** The unit it lies with: the group's or the agency's path, or that of collection while nobody has it. */
    unitPath: key('unit_path').notNull(),
    /** The next day that payment was promised for, and the last on which a promise was found broken: of `promises`. */
    promisedFor: day('promised_for'),
    brokenOn: day('broken_on'),
    followUpAt: instant('follow_up_at'),
    lastResult: smallint('last_result'),
    willingness: smallint('willingness').$type<Willingness>(),
    lastContactAt: instant('last_contact_at'),
    /** The strongest hold in force, as `case_holds` has them. */
    hold: text('hold', { enum: holdKinds }),
    /** The day its order is due, while it is open: told by triggers of `loans`, so that the list has an index in its order. */
    dueDate: day('due_date'),
    openedAt: instant('opened_at').notNull(),
    /** Since when it looks for a collector; none while it has one. */
    waitingSince: instant('waiting_since'),
    allocatedAt: instant('allocated_at'),
    closedAt: instant('closed_at'),
    closeReason: text('close_reason', { enum: wordsOf(CloseReason) }),
  },
  (table) => [
    uniqueIndex('cases_one_open').on(table.loanId).where(open),
    // what the board counts by stage and sums by order
    index('cases_one_now')
      .on(
        ...([table.loanId, table.stage, table.openedAt, table.unitPath, table.collectorId] as const),
        ...([table.lastContactAt, table.state] as const),
      )
      .where(open),
    index('cases_opened').on(table.openedAt, table.id).where(open),
    index('cases_collector').on(table.collectorId, table.openedAt, table.id).where(open),
    // the list's own order, with whose it is: somebody's rows are found in it without a look at others'
    index('cases_due').on(table.dueDate, table.id, table.agencyId, table.groupId, table.collectorId).where(open),
    // the work of each collector is counted from it alone
    index('cases_collector_work').on(table.collectorId, table.lastContactAt, table.promisedFor).where(open),
    index('cases_unit').on(table.unitPath),
    index('cases_unit_open').on(table.unitPath).where(open),
    index('cases_own_follow_up').on(table.collectorId, table.followUpAt, table.id).where(open),
    index('cases_follow_up').on(table.followUpAt, table.id).where(open),
    index('cases_promised').on(table.promisedFor, table.openedAt, table.id).where(open),
    index('cases_broken')
      .on(table.brokenOn, table.openedAt, table.id)
      .where(sql`state <> 'closed' and broken_on is not null`),
    index('cases_allocating').on(table.openedAt, table.id).where(sql`state = 'allocating'`),
    // written as a filter asks for it
    index('cases_untouched')
      .on(table.openedAt, table.id)
      .where(sql`state <> 'closed' and (last_contact_at is not null) is not true`),
    index('cases_stage').on(table.stage, table.openedAt, table.id).where(open),
    // in the order of the list, whose rows all have a day; with what the board counts and sums of one
    index('cases_closed')
      .on(
        ...([table.closedAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.unitPath] as const),
        ...([table.closeReason, table.stage, table.loanId, table.agencyId, table.groupId, table.collectorId] as const),
      )
      .where(closed),
    index('cases_closed_reason').on(table.closeReason, table.closedAt, table.id).where(closed),
    index('cases_closed_collector').on(table.collectorId, table.closedAt, table.id, table.closeReason).where(closed),
    index('cases_loan').on(table.loanId),
  ],
)
