import { type SQL, sql } from 'drizzle-orm'
import { nextMonth, startOfDay } from '#contract/kernel/calendar.ts'
import { recovery } from '#contract/recoveries.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { nextId } from '#server/kernel/base/ids.ts'
import { caseHoldingRows } from '#server/modules/case-holder/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { drawStatements, lastMonth, monthOf } from '#server/modules/commission-statements/draw.ts'
import {
  commissionLineRows as lines,
  commissionStatementRows as statements,
} from '#server/modules/commission-statements/store.ts'
import { recoveryDisputeRows as disputes, recoveryRows as rows } from '#server/modules/recoveries/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import type { SeedContext } from './history/context.ts'
import { staffOf } from './staff.ts'

/** Of the latest recoveries of each agency so many are disputed; before that, so many were with and without success. */
const ofLatest = { pending: 5, refused: 4, accepted: 6 }
/** Of the last month that is over one still is, so that its statement has something in dispute. */
const ofLastMonth = { pending: 1, refused: 0, accepted: 0 }
const reasons = ['Customer promised them', 'Worked the customer before', 'Case was transferred too late'] as const
const [manager] = staffOf('MGR')

/**
 * Writes down who had which case and who recovered what, as cases, transfers and payments of the book tell it, what team
 * leaders have disputed of it, and what agencies got of it in the months that are over.
 */
export async function addRecoveries(tx: Db, context: SeedContext): Promise<void> {
  await tx.execute(sql`truncate ${caseHoldingRows}, ${rows}, ${disputes}, ${lines}, ${statements}`)
  // the table is empty when this is planned
  await tx.execute(sql`set local enable_nestloop = off`)
  await tx.execute(sql`select recall_holdings()`)
  await tx.execute(sql`set local enable_nestloop = on`)
  await tx.execute(sql`analyze ${caseHoldingRows}`)
  await tx.execute(sql`select recall_recoveries()`)
  await tx.execute(sql`analyze ${rows}`)
  const { country, now, today } = context
  const month = monthOf(today)
  await addDisputes(tx, context, {
    ...ofLatest,
    among: sql`r.paid_at > ${now.toISOString()}::timestamptz - interval '30 days'`,
  })
  await addDisputes(tx, context, {
    ...ofLastMonth,
    among: sql`r.booked_at < ${startOfDay(month, country)}::timestamptz
      and r.booked_at >= ${startOfDay(lastMonth(today), country)}::timestamptz and r.dispute_id is null`,
  })
  await addCorrections(tx)
  await addStatements(tx, context)
}

/** How many of which recoveries are disputed, agency by agency: the latest still are, those before them were. */
type Disputed = typeof ofLatest & { readonly among: SQL }

/** Team leaders say of some that somebody else of the same group has recovered it. */
async function addDisputes(
  tx: Db,
  { now }: SeedContext,
  { among, pending, refused, accepted }: Disputed,
): Promise<void> {
  const last = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into ${disputes} (recovery_id, state, collector_id, group_id, agency_id, unit_path, reason, maker_id, requested_at,
      checker_id, decided_at, note)
    select id, state, other_id, group_id, agency_id, unit_path, (${sql.param([...reasons])}::text[])[1 + place % ${reasons.length}::int],
      leader_id, asked_at, case when decided_at is not null then ${manager!.id}::text end, decided_at,
      case state when 'refused' then 'Paid before the call' when 'accepted' then 'The promise was noted' end
    from (select r.id, r.group_id, r.agency_id, r.unit_path, o.id as other_id, l.id as leader_id,
        least(r.booked_at + interval '90 minutes', ${last}) as asked_at,
        row_number() over latest as place,
        case when row_number() over latest <= ${pending}::int then 'pending'
          when row_number() over latest <= ${pending + refused}::int then 'refused' else 'accepted' end as state
      from ${rows} r
      cross join lateral (select s.id from ${staffRows} s join ${collectorRows} c on c.id = s.id
        join ${collectorStageRows} h on h.collector_id = s.id and h.stage = r.stage
        where s.unit_id = r.group_id and s.state = 'enabled' and s.id <> r.collector_id order by s.id limit 1) o
      cross join lateral (select s.id from ${staffRows} s join ${staffRoleRows} x on x.staff_id = s.id and x.role_id = 'CTL'
        join ${unitRows} u on u.id = s.unit_id and starts_with(r.unit_path, u.path) order by s.id limit 1) l
      where r.state = 'attributed' and ${among}
      window latest as (partition by r.agency_id order by r.paid_at desc, r.id)) asked
    cross join lateral (select case when state <> 'pending' then least(asked_at + interval '3 hours', ${last}) end as decided_at) d
    where place <= ${pending + refused + accepted}::int order by asked_at, id`)
  await tx.execute(sql`
    update ${rows} set dispute_id = d.id,
      state = case d.state when 'pending' then 'disputed' when 'accepted' then 'corrected' else recoveries.state end
    from ${disputes} d where d.recovery_id = recoveries.id`)
}

/** What was disputed with success is taken back, and credited to the other one at the same rate. */
async function addCorrections(tx: Db): Promise<void> {
  const id = nextId(recovery.ids, sql`d.decided_at`)
  await tx.execute(sql`
    insert into ${rows} (id, state, entry, of_id, payment_id, loan_id, case_id, stage, overdue_days, currency, amount_minor,
      penalty_minor, fee_minor, interest_minor, principal_minor, extension_minor, reduced_minor, paid_at, booked_at,
      collector_id, group_id, agency_id, unit_path, rate_ppm, commission_minor)
    select ${id}, k.state, 'correction', r.id, r.payment_id, r.loan_id, r.case_id, r.stage, r.overdue_days, r.currency,
      k.sign * r.amount_minor, k.sign * r.penalty_minor, k.sign * r.fee_minor, k.sign * r.interest_minor,
      k.sign * r.principal_minor, k.sign * r.extension_minor, k.sign * r.reduced_minor, r.paid_at, d.decided_at,
      case when k.sign < 0 then r.collector_id else d.collector_id end, r.group_id, r.agency_id, r.unit_path, r.rate_ppm,
      k.sign * r.commission_minor
    from ${disputes} d join ${rows} r on r.id = d.recovery_id
      cross join (values (-1, 'corrected'), (1, 'attributed')) as k (sign, state)
    where d.state = 'accepted' order by d.id, k.sign`)
}

/** In the night after a month, after so many minutes, its statements are drawn up. */
const drawnAfter = 70

/** Each month that is over was drawn up in the night after it. All but the last are closed; of that one, an agency’s is confirmed. */
async function addStatements(tx: Db, context: SeedContext): Promise<void> {
  const { country, start, today } = context
  const last = lastMonth(today)
  for (let month = monthOf(start); month <= last; month = nextMonth(month)) {
    const drawnAt = context.at(nextMonth(month), drawnAfter)
    await drawStatements(tx, { through: month }, { country, now: () => drawnAt })
  }
  // by the supervisor of the agency, or its team leader where it is ours
  await tx.execute(sql`
    update ${statements} set state = 'confirmed', confirmed_at = drawn_at + interval '34 hours', confirmed_by_id = (
      select s.id from ${staffRows} s join ${staffRoleRows} x on x.staff_id = s.id and x.role_id in ('SPE', 'CTL')
        join ${unitRows} u on u.id = s.unit_id join ${unitRows} a on a.id = commission_statements.agency_id
      where starts_with(u.path, a.path) order by x.role_id desc, s.id limit 1)
    where month < ${last} or agency_id = (select max(agency_id) from ${statements})`)
  await tx.execute(sql`
    update ${statements} set state = 'closed', closed_at = confirmed_at + interval '25 hours', closed_by_id = ${manager!.id}
    where month < ${last}`)
}
