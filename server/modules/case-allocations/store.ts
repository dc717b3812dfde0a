import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { assigneeBars, queueKinds, shareBars } from '#contract/case-allocations.ts'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import { rollPolicies } from '#contract/stages.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `case_allocations`: runs that gave cases to collectors, and rehearsals of them. */
export const caseAllocationRows = pgTable(
  'case_allocations',
  {
    id: idColumn('caseAllocation').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['rehearsed', 'running', 'done', 'undone'] }).notNull(),
    day: day('day').notNull(),
    /** None: the clock. */
    operatorId: idColumn('staff', 'operator_id'),
    /** Where cases lie while nobody has them: whoever is above that sees the run. */
    unitPath: key('unit_path').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    queued: integer('queued').notNull().default(0),
    given: integer('given').notNull().default(0),
    unplaced: integer('unplaced').notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
    amountMinor: minor('amount_minor').notNull().default(0),
  },
  (table) => [
    index('case_allocations_started').on(table.startedAt, table.id),
    index('case_allocations_day').on(table.day, table.startedAt),
    // of two that begin at once, one goes on with what the other has begun
    uniqueIndex('case_allocations_one_running').on(table.state).where(sql`state = 'running'`),
  ],
)

const ofStage = () => ({
  allocationId: idColumn('caseAllocation', 'allocation_id').notNull(),
  stage: text('stage').$type<IdOf<'stage'>>().notNull(),
})

/** Table `case_allocation_stages`: what became of the queue of each stage. A stage that stands here has been given out. */
export const allocationStageRows = pgTable(
  'case_allocation_stages',
  {
    ...ofStage(),
    /** Place among the stages, by their days. */
    rank: smallint('rank').notNull(),
    name: text('name').notNull(),
    rollPolicy: text('roll_policy', { enum: rollPolicies }).notNull(),
    queued: integer('queued').notNull(),
    given: integer('given').notNull(),
    kept: integer('kept').notNull(),
    unplaced: integer('unplaced').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    waited: integer('waited').notNull(),
    rolled: integer('rolled').notNull(),
    opened: integer('opened').notNull(),
    oldestWait: instant('oldest_wait'),
    promised: integer('promised').notNull(),
    held: integer('held').notNull(),
    paying: integer('paying').notNull(),
    /** For how many more there was room; none: for any number. */
    room: integer('room'),
  },
  (table) => [primaryKey({ columns: [table.allocationId, table.stage] })],
)

/** Table `case_allocation_shares`: the units that shared the queue of a stage, with what was owed to them before and after. */
export const allocationShareRows = pgTable(
  'case_allocation_shares',
  {
    ...ofStage(),
    unitId: idColumn('unit', 'unit_id').notNull(),
    parentId: idColumn('unit', 'parent_id'),
    weight: smallint('weight'),
    bar: text('bar', { enum: shareBars }),
    creditBefore: integer('credit_before').notNull(),
    creditAfter: integer('credit_after').notNull(),
    cases: integer('cases').notNull(),
    amountMinor: minor('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.allocationId, table.stage, table.unitId] })],
)

/** Table `case_allocation_people`: the collectors of a stage as they were when its queue was given out, and what they got. */
export const allocationPersonRows = pgTable(
  'case_allocation_people',
  {
    ...ofStage(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    unitId: idColumn('unit', 'unit_id').notNull(),
    bar: text('bar', { enum: assigneeBars }),
    /** Open cases, and most of them at once. */
    open: integer('open').notNull(),
    capacity: integer('capacity'),
    /** How many more they could take, by their own capacity and the stage's; none: any number. */
    room: integer('room'),
    /** What they had been given of this stage on the same day. */
    given: integer('given').notNull(),
    givenMinor: minor('given_minor').notNull(),
    gets: integer('gets').notNull(),
    getsMinor: minor('gets_minor').notNull(),
    /** What they got by the caseAllocations of the last day before that has any. */
    before: integer('before').notNull(),
  },
  (table) => [primaryKey({ columns: [table.allocationId, table.stage, table.staffId] })],
)

/** Table `case_assignments`: the queue of a stage, turn by turn, with whom each case went to. */
export const caseAssignmentRows = pgTable(
  'case_assignments',
  {
    ...ofStage(),
    turn: integer('turn').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    /** The case that was given; of a rehearsal the one there is, if any. */
    caseId: idColumn('case', 'case_id'),
    /** The version that it was left with: who has changed it since, has touched it. */
    caseVersion: integer('case_version'),
    kind: text('kind', { enum: queueKinds }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    fromId: idColumn('staff', 'from_id'),
    toId: idColumn('staff', 'to_id'),
    kept: boolean('kept').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.allocationId, table.stage, table.turn] }),
    index('case_assignments_case').on(table.caseId),
    index('case_assignments_to').on(table.allocationId, table.stage, table.toId, table.turn),
  ],
)

/** Table `case_allocation_credits`: what is owed to each unit in each stage, in weights, until they are given others. */
export const allocationCreditRows = pgTable(
  'case_allocation_credits',
  {
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    unitId: idColumn('unit', 'unit_id').notNull(),
    credit: integer('credit').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stage, table.unitId] })],
)
