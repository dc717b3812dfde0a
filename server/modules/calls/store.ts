import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { callDirections, callFlow } from '#contract/calls.ts'
import { callWays } from '#contract/lines.ts'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

const live = sql`state in ('dialling', 'ringing', 'talking')`

/** Table `calls`: calls with customers, and messages that somebody wrote to them by hand; whose number it is, is asked of the customer. */
export const callRows = pgTable(
  'calls',
  {
    id: idColumn('call').primaryKey(),
    ...changeable(),
    state: text('state', { enum: callFlow.states }).notNull(),
    direction: text('direction', { enum: callDirections }).notNull(),
    way: text('way', { enum: callWays }).notNull(),
    customerId: idColumn('customer', 'customer_id'),
    loanId: idColumn('loan', 'loan_id'),
    /** The case it is about: then it counts for how often somebody is contacted about a debt. */
    caseId: idColumn('case', 'case_id'),
    staffId: idColumn('staff', 'staff_id'),
    /** Where whoever called stood then. */
    agencyId: idColumn('unit', 'agency_id'),
    unitPath: key('unit_path').notNull(),
    /** The line it went by; none: their own phone. */
    lineId: idColumn('line', 'line_id'),
    /** The configuration of the dialler that it goes by; of one that comes in, its provider and what that calls it. */
    configId: idColumn('providerConfig', 'config_id'),
    ref: key('ref'),
    /** The end of a number that is nobody's we know. */
    callerTail: text('caller_tail'),
    beganAt: instant('began_at').notNull(),
    rangAt: instant('rang_at'),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    /** Whether anybody was spoken to, once the dialler or somebody has said so. */
    connected: boolean('connected'),
    /** Under which name the dialler has the recording, and where the file store does. */
    recording: text('recording'),
    recordingKey: text('recording_key'),
    failure: text('failure'),
  },
  (table) => [
    index('calls_began').on(table.beganAt, table.id),
    index('calls_line').on(table.lineId, table.beganAt),
    index('calls_loan').on(table.loanId, table.beganAt),
    index('calls_customer').on(table.customerId, table.beganAt),
    index('calls_case').on(table.caseId, table.beganAt),
    index('calls_staff').on(table.staffId, table.beganAt, table.id),
    index('calls_unit').on(table.unitPath, table.beganAt, table.id),
    index('calls_state').on(table.state, table.beganAt, table.id),
    index('calls_live').on(table.beganAt).where(live),
    uniqueIndex('calls_ref').on(table.ref).where(sql`direction = 'in'`),
    // a seat makes one call at a time
    uniqueIndex('calls_one_live').on(table.staffId).where(sql`direction = 'out' and ${live}`),
  ],
)
/** A call as it is stored. */
export type StoredCall = typeof callRows.$inferSelect

/** Who may listen to a recording, since when and until when, and why. */
export const listenColumns = () => ({
  staffId: idColumn('staff', 'staff_id').notNull(),
  at: instant('at').notNull(),
  until: instant('until').notNull(),
  reason: text('reason').notNull(),
})

/** Table `call_listens`: who may listen to the recording of a call. */
export const callListenRows = pgTable(
  'call_listens',
  { callId: idColumn('call', 'call_id').notNull(), ...listenColumns() },
  (table) => [primaryKey({ columns: [table.callId, table.staffId, table.at] })],
)
