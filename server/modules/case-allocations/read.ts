import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  type AllocatedCase,
  type AllocationPerson,
  type AllocationShare,
  type AllocationStage,
  caseAllocation,
  caseAllocations,
} from '#contract/case-allocations.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { Currency, IdOf, Money } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { allocationSource } from './source.ts'
import {
  allocationPersonRows,
  allocationShareRows,
  allocationStageRows,
  caseAllocationRows,
  caseAssignmentRows,
} from './store.ts'

type AllocationId = IdOf<'caseAllocation'>
type StageId = IdOf<'stage'>
type StoredAllocation = typeof caseAllocationRows.$inferSelect
type Reader = Pick<Context, 'tx' | 't'>

/** The unit of a share, or of a person. */
const place = alias(unitRows, 'place')

/** An allocation within reach. @throws Refusal `not_found`. */
export async function mustFindAllocation(id: AllocationId, { tx, actor, app }: Context) {
  const scopes = actor.scopesOf(caseAllocations.list.requires)
  const found = await findOne(tx, rowSource(caseAllocation, allocationSource), id, { actor, scopes, app })
  if (!found) throw new Refusal('not_found')
  const [row] = await tx.select().from(caseAllocationRows).where(sql`${caseAllocationRows.id} = ${id}`)
  return { found, row: row! }
}

/** An amount column in the currency of an allocation. */
const moneyOf = (minor: SQL, currency: Currency): SQL =>
  sql`json_build_object('minor', ${minor}, 'currency', ${currency}::text)`
/** A reference by name. */
const refOf = (id: SQL, name: SQL): SQL => sql`json_build_object('id', ${id}, 'name', ${name})`

/** Days that are looked back on for how far agencies are off their weights. */
const daysBack = 30

/**
 * How far off its weight the agency is that is furthest off, in millionths of the cases of the days before: what is owed to a
 * unit, over the weights of all, is so many cases too few or too many.
 */
const offOf = (stage: SQL): SQL => sql`coalesce((
  select round(1000000 * max(abs(s.credit_after))::numeric / nullif(sum(coalesce(s.weight, 0)), 0) / nullif(recent.given, 0))::int
  from ${allocationShareRows} s,
    (select sum(r.given) as given from ${allocationStageRows} r join ${caseAllocationRows} a on a.id = r.allocation_id
      where r.stage = ${stage} and (a.id = st.allocation_id or a.state = 'done' and a.day > run.day - ${daysBack}::int)) recent
  where s.allocation_id = st.allocation_id and s.stage = ${stage} and s.parent_id is null
  group by recent.given), 0)`

const stagesOf = (tx: Db, { id, currency }: StoredAllocation): Promise<AllocationStage[]> =>
  rowsOf<AllocationStage & Record<string, unknown>>(
    tx,
    sql`select st.stage as id, st.name, st.roll_policy as "rollPolicy", st.queued, st.given, st.kept, st.unplaced,
          ${moneyOf(sql`st.amount_minor`, currency)} as amount, st.waited, st.rolled, st.opened,
          to_char(st.oldest_wait at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestWait",
          st.promised, st.held, st.paying, st.room, ${offOf(sql`st.stage`)} as off
        from ${allocationStageRows} st join ${caseAllocationRows} run on run.id = st.allocation_id
        where st.allocation_id = ${id} order by st.rank`,
  )

const sharesOf = ({ tx, t }: Reader, { id, currency }: StoredAllocation, stage: StageId) =>
  rowsOf<AllocationShare & Record<string, unknown>>(
    tx,
    sql`select ${refOf(sql`s.unit_id`, sql`coalesce(${nameIn(place, t)}, s.unit_id)`)} as unit, s.parent_id as parent, s.weight, s.cases,
          ${moneyOf(sql`s.amount_minor`, currency)} as amount, s.credit_before as "creditBefore",
          s.credit_after as "creditAfter", s.bar
        from ${allocationShareRows} s left join ${unitRows} place on place.id = s.unit_id
        where s.allocation_id = ${id} and s.stage = ${stage} order by place.path, s.unit_id`,
  )

const peopleOf = ({ tx, t }: Reader, { id, currency }: StoredAllocation, stage: StageId) =>
  rowsOf<AllocationPerson & Record<string, unknown>>(
    tx,
    sql`select ${refOf(sql`p.staff_id`, sql`s.name`)} as staff, ${refOf(sql`p.unit_id`, sql`coalesce(${nameIn(place, t)}, p.unit_id)`)} as unit,
          p.gets, ${moneyOf(sql`p.gets_minor`, currency)} as amount, p.before, p.open, p.capacity, p.bar
        from ${allocationPersonRows} p join ${staffRows} s on s.id = p.staff_id
        left join ${unitRows} place on place.id = p.unit_id
        where p.allocation_id = ${id} and p.stage = ${stage}
        order by p.bar is not null, place.path, s.name, s.id`,
  )

/** An allocation with its stages, and what one of them came to for units and people. */
export async function detail({ id, stage }: Parsed<typeof caseAllocations.detail>, call: Context) {
  const { tx } = call
  const { found, row } = await mustFindAllocation(id, call)
  const stages = await stagesOf(tx, row)
  const shown = stages.find((one) => (stage ? one.id === stage : one.queued > 0)) ?? stages[0]
  return {
    ...{ allocation: found as never, stages, stage: shown?.id ?? null }, // by its fields
    shares: shown ? await sharesOf(call, row, shown.id) : [],
    people: shown ? await peopleOf(call, row, shown.id) : [],
  }
}

/** Turns of a stage, as they are read. */
const turnColumns = (currency: Currency): SQL => sql`t.turn, t.case_id as "caseId", t.loan_id as "loanId",
  c.name, ${moneyOf(sql`t.amount_minor`, currency)} as amount, t.kind, t.kept,
  case when f.id is not null then ${refOf(sql`f.id`, sql`f.name`)} end as "from",
  case when o.id is not null then ${refOf(sql`o.id`, sql`o.name`)} end as "to"`
const turnsFrom = sql`from ${caseAssignmentRows} t
  join ${loanRows} l on l.id = t.loan_id join ${customerRows} c on c.id = l.customer_id
  left join ${staffRows} f on f.id = t.from_id left join ${staffRows} o on o.id = t.to_id`

const shownMax = 1_000

/** The cases of a stage: of one collector, of nobody, or the first of all. */
export async function casesOf({ id, stage, to, nobody }: Parsed<typeof caseAllocations.cases>, call: Context) {
  const { row } = await mustFindAllocation(id, call)
  const whose = to ? sql`and t.to_id = ${to}` : nobody ? sql`and t.to_id is null` : sql``
  const which = sql`where t.allocation_id = ${id} and t.stage = ${stage} ${whose}`
  const cases = await rowsOf<AllocatedCase & Record<string, unknown>>(
    call.tx,
    sql`select ${turnColumns(row.currency)} ${turnsFrom} ${which} order by t.turn limit ${shownMax}`,
  )
  const [counted] = await rowsOf<{ count: number }>(
    call.tx,
    sql`select count(*)::int as count from ${caseAssignmentRows} t ${which}`,
  )
  return { cases, count: counted!.count }
}

/** One turn. @throws Refusal `not_found`. */
export async function mustFindTurn(
  tx: Db,
  { id, stage, turn }: { readonly id: AllocationId; readonly stage: StageId; readonly turn: number },
  currency: Currency,
): Promise<AllocatedCase> {
  const [found] = await rowsOf<AllocatedCase & Record<string, unknown>>(
    tx,
    sql`select ${turnColumns(currency)} ${turnsFrom}
        where t.allocation_id = ${id} and t.stage = ${stage} and t.turn = ${turn}`,
  )
  if (!found) throw new Refusal('not_found')
  return found
}

export const money = (minor: number, currency: Currency) => ({ minor, currency }) as Money // counted in minor units
