import { type SQL, sql } from 'drizzle-orm'
import type { assigneeBars } from '#contract/case-allocations.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import type { rollPolicies } from '#contract/stages.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { isHeldFrom } from '#server/modules/case-holds/steps.ts'
import { worksCases } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { dutyOf } from '#server/modules/duty/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { firstDayOfStage } from '#server/modules/stages/steps.ts'
import { endOfStage, stageRows } from '#server/modules/stages/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { allocationCreditRows, allocationPersonRows, caseAllocationRows } from './store.ts'

/** A stage, as far as allocation goes by it. */
export interface StageTerms {
  readonly id: IdOf<'stage'>
  readonly name: string
  readonly firstDay: number
  readonly lastDay: number | null
  readonly rollPolicy: (typeof rollPolicies)[number]
  /** Most open cases of it for one collector. */
  readonly capacity: number | null
  /** Place among the stages, by their days. */
  readonly rank: number
}

/** Every stage, the latest first: what rolls on makes room before its place is filled. */
export const stagesToAllocate = (tx: Db): Promise<StageTerms[]> =>
  rowsOf<StageTerms>(
    tx,
    sql`select id, name, ${firstDayOfStage} as "firstDay", last_day as "lastDay", roll_policy as "rollPolicy", capacity,
          (row_number() over (order by ${endOfStage}))::int as rank from ${stageRows} order by ${endOfStage} desc`,
  )

/** Why a case that would move stays where it is. */
type LeftOut = 'promised' | 'held' | 'paying'

/** An order that looks for a collector in a stage. */
export interface QueuedOrder {
  readonly loanId: IdOf<'loan'>
  /** Its open case; none where it falls due on that day. */
  readonly caseId: IdOf<'case'> | null
  readonly stage: IdOf<'stage'> | null
  readonly from: IdOf<'staff'> | null
  /** Both in milliseconds; a case that nobody has had waits since it was opened. */
  readonly waitingSince: number | null
  readonly openedAt: number | null
  readonly amount: number
  readonly leftOut: LeftOut | null
}

/** A promise so many days ahead delays that a case goes to another stage. */
const promiseDays = 2

/** A business date, and the moment at which it begins. */
export interface Day {
  readonly day: LocalDate
  readonly begins: Date
}

const falls = (day: LocalDate, { firstDay, lastDay }: StageTerms): SQL => {
  const last = sql`${loanRows.dueDate} <= ${addDays(day, -firstDay)}::date`
  return lastDay === null ? last : sql`(${last} and ${loanRows.dueDate} >= ${addDays(day, -lastDay)}::date)`
}

const open = sql`${caseRows.state} <> 'closed'`
/** Cases of orders as late as the stage has them that wait, or are in another stage. */
const moving = ({ day }: Day, stage: StageTerms): SQL =>
  sql`from ${loanRows} join ${caseRows} on ${caseRows.loanId} = ${loanRows.id} and ${open}
      where ${falls(day, stage)} and (${caseRows.state} = 'allocating' or ${caseRows.stage} <> ${stage.id})`
/** Orders that fall due on the day, where nobody has ended a case of theirs that day. */
const fallingDue = ({ day, begins }: Day): SQL =>
  sql`from ${loanRows} where ${loanRows.dueDate} = ${day}::date and ${loanRows.state} = ${codes.awaitingRepayment}
      and not exists (select from ${caseRows} where ${caseRows.loanId} = ${loanRows.id}
        and (${open} or ${caseRows.openedAt} >= ${begins.toISOString()}::timestamptz))`

/** Locks what is going to move, orders and cases, until the transaction ends. */
export async function lockQueue(tx: Db, day: Day, stage: StageTerms): Promise<void> {
  await tx.execute(sql`select count(*) from (select 1 ${moving(day, stage)} order by ${loanRows.id}
    for update of ${loanRows}, ${caseRows}) locked`)
  if (stage.firstDay > 0) return
  await tx.execute(sql`select count(*) from (select 1 ${fallingDue(day)} order by ${loanRows.id} for update) locked`)
}

/** Locks whoever has a stage: nobody of them stops, is disabled or moves until the transaction ends. */
export const lockCollectors = (tx: Db, stage: IdOf<'stage'>) =>
  tx.execute(sql`select count(*) from (select 1 from ${collectorRows} c
    where exists (select from ${collectorStageRows} held where held.collector_id = c.id and held.stage = ${stage})
    order by c.id for share) locked`)

const owed = sql`(select coalesce(sum(${planRows.owedMinor}), 0)::float8 from ${planRows} where ${planRows.loanId} = ${loanRows.id})`
const millis = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Everything that looks for a collector in a stage on a day, in no order. */
export async function queueOf(tx: Db, on: Day, stage: StageTerms): Promise<QueuedOrder[]> {
  const { day } = on
  const soon = sql`${caseRows.promisedFor} between ${day}::date and ${addDays(day, promiseDays)}::date`
  const rows = await rowsOf<QueuedOrder>(
    tx,
    sql`select ${loanRows.id} as "loanId", ${caseRows.id} as "caseId", ${caseRows.stage} as stage,
          ${caseRows.collectorId} as "from", ${owed} as amount,
          ${millis(sql`case when ${caseRows.state} = 'allocating' then coalesce(${caseRows.waitingSince}, ${caseRows.openedAt}) end`)} as "waitingSince",
          ${millis(sql`${caseRows.openedAt}`)} as "openedAt",
          case when ${loanRows.state} = ${codes.repaymentProcessing} then 'paying'
            when ${isHeldFrom('allocation')} then 'held'
            when ${caseRows.state} = 'allocated' and ${soon} then 'promised' end as "leftOut"
        ${moving(on, stage)}`,
  )
  if (stage.firstDay > 0) return rows
  const due = await rowsOf<QueuedOrder>(
    tx,
    sql`select ${loanRows.id} as "loanId", null as "caseId", null as stage, null as "from", ${owed} as amount,
          null as "waitingSince", null as "openedAt", case when ${isHeldFrom('allocation')} then 'held' end as "leftOut" ${fallingDue(on)}`,
  )
  return [...rows, ...due]
}

/** Somebody who has the stage: why they are given nothing, if so, and how much they have. */
export interface StageCollector {
  readonly id: IdOf<'staff'>
  readonly unitId: IdOf<'unit'>
  readonly groupId: IdOf<'unit'> | null
  readonly agencyId: IdOf<'unit'>
  readonly unitPath: string
  readonly capacity: number | null
  readonly open: number
  /** Of these: of the stage. */
  readonly openOfStage: number
  /** What they have been given of the stage on the same day, and by the last day before that had an allocation. */
  readonly given: number
  readonly amount: number
  readonly before: number
  readonly bar: (typeof assigneeBars)[number] | null
}

/** What collectors of a stage got by caseAllocations of a day: those done, or under way. */
const gotOn = (day: SQL, stage: IdOf<'stage'>): SQL =>
  sql`(select p.staff_id, sum(p.gets)::int as gets, sum(p.gets_minor)::float8 as amount
    from ${allocationPersonRows} p join ${caseAllocationRows} a on a.id = p.allocation_id
    where a.day = ${day} and a.state in ('done', 'running') and p.stage = ${stage} group by p.staff_id)`

/** Everybody who has a stage and works in an agency, in the order of their ids. */
export async function collectorsOf(tx: Db, day: LocalDate, stage: IdOf<'stage'>): Promise<StageCollector[]> {
  const lastDay = sql`(select max(day) from ${caseAllocationRows} where day < ${day}::date and state = 'done')`
  const rows = await rowsOf<StageCollector & { state: string; works: boolean; participates: boolean }>(
    tx,
    sql`select s.id, s.unit_id as "unitId", case when u.kind = 'group' then u.id end as "groupId", a.id as "agencyId",
          u.path as "unitPath", c.capacity, s.state, ${worksCases} as works, c.participates,
          coalesce(opened.count, 0) as open, coalesce(opened.of_stage, 0) as "openOfStage",
          coalesce(today.gets, 0) as given, coalesce(today.amount, 0) as amount, coalesce(earlier.gets, 0) as before
        from ${collectorStageRows} held
        join ${collectorRows} c on c.id = held.collector_id
        join ${staffRows} s on s.id = c.id
        join ${unitRows} u on u.id = s.unit_id
        join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
        left join (select collector_id, count(*)::int as count, (count(*) filter (where stage = ${stage}))::int as of_stage
          from ${caseRows} where state <> 'closed' and collector_id is not null group by collector_id) opened
          on opened.collector_id = s.id
        left join ${gotOn(sql`${day}::date`, stage)} today on today.staff_id = s.id
        left join ${gotOn(lastDay, stage)} earlier on earlier.staff_id = s.id
        where held.stage = ${stage} order by s.id`,
  )
  const duty = await dutyOf(tx, day)
  return rows.map(({ state, works, participates, ...one }) => {
    const does = duty.get(one.id) ?? 'offSchedule'
    const free = !works ? 'noRight' : !participates ? 'stopped' : does === 'work' ? null : does
    return { ...one, bar: state === 'enabled' ? free : 'disabled' }
  })
}

/** A unit of an agency, with what is owed to it in a stage. */
export interface StageUnit {
  readonly id: IdOf<'unit'>
  readonly parentId: IdOf<'unit'> | null
  readonly weight: number | null
  readonly locked: boolean
  /** Whether the contract with its agency lasts on the day. */
  readonly inContract: boolean
  readonly credit: number
}

/** Agencies and the units in them. */
export const unitsOf = (tx: Db, day: LocalDate, stage: IdOf<'stage'>): Promise<StageUnit[]> =>
  rowsOf<StageUnit>(
    tx,
    sql`select u.id, case when u.kind <> 'agency' then u.parent_id end as "parentId", u.weight, u.locked,
          coalesce(a.contract_from <= ${day}::date, true) and coalesce(a.contract_until >= ${day}::date, true) as "inContract",
          coalesce(k.credit, 0) as credit
        from ${unitRows} u join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
        left join ${allocationCreditRows} k on k.unit_id = u.id and k.stage = ${stage}
        order by u.path`,
  )

/** Open cases that no stage is for any more, and whose they are: their orders are bad debt, or later than the last stage. */
export const beyondLastStage = (day: LocalDate, stages: readonly StageTerms[]): SQL => {
  const last = stages[0]?.lastDay ?? null // the latest first
  const later = last === null ? sql`false` : sql`${loanRows.dueDate} < ${addDays(day, -last)}::date`
  return sql`from ${caseRows} join ${loanRows} on ${loanRows.id} = ${caseRows.loanId}
    where ${open} and (${loanRows.state} = ${codes.badDebt} or ${later})`
}
