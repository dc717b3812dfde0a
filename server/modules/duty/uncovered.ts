import { sql } from 'drizzle-orm'
import { addDays, weekday } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { worksCases } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRows } from '#server/modules/stages/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import type { DutyChanges } from './changes.ts'
import { dutyDayRows, dutyPatternRows } from './store.ts'

/** Most days that are looked at, the next first. */
const daysMax = 62

/** Days on which a change counts: dated ones, and the next of each weekday of a pattern. */
function affectedDays({ days, patterns }: DutyChanges, today: LocalDate): LocalDate[] {
  const next = (of: number) => addDays(today, (of - weekday(today) + 7) % 7)
  const all = [...days.map(({ day }) => day), ...patterns.map((one) => next(one.weekday))]
  return [...new Set(all)].sort().slice(0, daysMax)
}

/** A stage with open cases, and a day on which nobody who is given them works. */
interface UncoveredDay {
  readonly stage: string
  readonly day: string
}

/** Stages of the whole business that have open cases, and nobody on duty on one of these days who is given any. */
export async function uncoveredOn(tx: Db, days: readonly LocalDate[]): Promise<UncoveredDay[]> {
  if (days.length === 0) return []
  const asked = sql.join(
    days.map((day) => sql`(${day}::date)`),
    sql`, `,
  )
  return rowsOf<UncoveredDay>(
    tx,
    sql`select ${stageRows.name} as stage, to_char(asked.day, 'YYYY-MM-DD') as day
        from (values ${asked}) asked(day) cross join ${stageRows}
        where exists (select from ${caseRows} c where c.stage = ${stageRows.id} and c.state <> 'closed')
        and not exists (select from ${collectorStageRows} cs
          join ${collectorRows} c on c.id = cs.collector_id and c.participates
          join ${staffRows} s on s.id = cs.collector_id and s.state = 'enabled' and ${worksCases}
          join ${unitRows} u on u.id = s.unit_id
          join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
            and coalesce(a.contract_from <= asked.day, true) and coalesce(a.contract_until >= asked.day, true)
          join ${dutyPatternRows} p on p.staff_id = cs.collector_id
            and p.weekday = extract(isodow from asked.day)::int
          left join ${dutyDayRows} d on d.staff_id = p.staff_id and d.day = asked.day
          where cs.stage = ${stageRows.id} and coalesce(d.duty = 'work', p.works))
        order by asked.day, ${stageRows.lastDay} nulls last`,
  )
}

/** Looks at the days of changes before they are written; what it answers tells afterwards which stages have lost everybody. */
export async function tellUncovered(
  changes: DutyChanges,
  { tx, today, t }: Pick<Context, 'tx' | 'today' | 't'>,
): Promise<() => Promise<string[]>> {
  const days = affectedDays(changes, today)
  const keyOf = ({ stage, day }: UncoveredDay) => `${day} ${stage}`
  const before = new Set((await uncoveredOn(tx, days)).map(keyOf))
  return async () =>
    (await uncoveredOn(tx, days))
      .filter((one) => !before.has(keyOf(one)))
      .map(({ stage, day }) => t('duty.uncovered', { stage, day }))
}
