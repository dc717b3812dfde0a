import { and, eq, type SQL, sql } from 'drizzle-orm'
import { aiTask } from '#contract/ai-tasks.ts'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import { contactsPerDay } from '#contract/kernel/contact-limits.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { outboundWindow } from '#contract/outbound-days.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { aiConfigRows, type StoredAiConfig } from '#server/modules/ai-configs/store.ts'
import { isHeldFrom } from '#server/modules/case-holds/steps.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { contactCount } from '#server/modules/contact-rules/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { isNotCalled } from '#server/modules/do-not-disturb/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { aiTargetRows, aiTaskCountRows, aiTaskRows } from './store.ts'

/** Who plans, as rows and logs name it. */
const planner = 'aiCallPlan'

/** What is planned: by which configuration, for which day. */
interface Plan {
  readonly config: StoredAiConfig
  readonly day: LocalDate
}

/** SQL condition: by its own rules a configuration calls about a case again, or for the first time. */
function mayRepeat({ config, day }: Plan): SQL {
  const { repeatDays, repeatMax, ignoredLabels } = config
  const before = sql`from ${aiTargetRows} t where t.case_id = ${caseRows.id}`
  const called = sql`${before} and t.attempts > 0
    and exists (select from ${aiTaskRows} k where k.id = t.task_id and k.config_id = ${config.id})`
  const last = sql`(select t.outcome ${before} and t.outcome is not null order by t.day desc limit 1)`
  return sql`not exists (select ${called} and t.day > ${day}::date - ${repeatDays}::int)
    and (select count(*) ${called}) < ${repeatMax}
    and coalesce(${last}, '') not in ${ignoredLabels.split(', ')}`
}

/** SQL condition: the law and the rules of the house let a robot call a customer about an order on a day. */
async function isAllowed(tx: Db, day: LocalDate, { clock: { country } }: Pick<AppContext, 'clock'>): Promise<SQL> {
  const { customerId } = loanRows
  const max = contactsPerDay(country, await parameter(tx, 'contacts.dailyMax'))
  const bounds = { from: sql`${startOfDay(day, country)}`, until: sql`${startOfDay(addDays(day, 1), country)}` }
  return sql`not ${isHeldFrom('robots')} and not ${isNotCalled(customerId, day)}
    ${max === null ? sql`` : sql`and ${contactCount(customerId, bounds)} < ${max}`}`
}

/** Adds whom a task calls: each customer once a day, about the order that is due longest. @returns how many. */
async function addTargets(
  tx: Db,
  { config, day }: Plan,
  task: { readonly id: IdOf<'aiTask'>; readonly opensAt: string },
  app: AppContext,
): Promise<number> {
  const { minOverdueDays: min, maxOverdueDays: max } = config
  const isPlanned = sql`exists (select from ${aiTargetRows} t
    where t.customer_id = ${loanRows.customerId} and t.day = ${day}::date)`
  const added = await rowsOf(
    tx,
    sql`insert into ${aiTargetRows} (task_id, loan_id, customer_id, case_id, day, state, next_at)
      select distinct on (${loanRows.customerId}) ${task.id}, ${loanRows.id}, ${loanRows.customerId}, ${caseRows.id},
        ${day}::date, 'waiting', ${task.opensAt}::timestamptz
      from ${caseRows} join ${loanRows} on ${loanRows.id} = ${caseRows.loanId}
        join ${customerRows} on ${customerRows.id} = ${loanRows.customerId} and ${customerRows.phone} is not null
      where ${caseRows.state} <> 'closed' and ${loanRows.productId} = ${config.productId}
        and ${loanRows.dueDate} <= ${day}::date - ${min}::int
        ${max === null ? sql`` : sql`and ${loanRows.dueDate} >= ${day}::date - ${max}::int`}
        and not ${isPlanned} and ${mayRepeat({ config, day })} and ${await isAllowed(tx, day, app)}
      order by ${loanRows.customerId}, ${loanRows.dueDate}, ${loanRows.id}
      on conflict do nothing returning loan_id`,
  )
  return added.length
}

/** Plans what a configuration calls today. @returns whether there is a task that was not there before. */
async function planTask(tx: Db, configId: IdOf<'aiConfig'>, app: AppContext): Promise<boolean> {
  // a customer is planned once, by the first configuration that wants them, however many plan at once
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${planner}))`)
  const { clock } = app
  const now = clock.now()
  const day = today(clock, now)
  const [config] = await tx.select().from(aiConfigRows).where(eq(aiConfigRows.id, configId)).for('share')
  const window = config && outboundWindow(config, day, clock.country, await app.quietDays(tx))
  if (!window || config.state !== 'enabled' || now >= new Date(window.to)) return false
  const same = and(eq(aiTaskRows.configId, configId), eq(aiTaskRows.day, day))
  if ((await tx.select({ id: aiTaskRows.id }).from(aiTaskRows).where(same)).length > 0) return false
  const id = await newId(tx, aiTask.ids, day)
  const planned = await addTargets(tx, { config, day }, { id, opensAt: window.from }, app)
  if (planned === 0) return false
  const { productId, robotId, robotName, redialMinutes, redialMax } = config
  await tx.insert(aiTaskRows).values({
    ...{ id, state: 'created', configId, day, productId, robotId, robotName, redialMinutes, redialMax },
    ...{ opensAt: new Date(window.from), closesAt: new Date(window.to), createdAt: now },
  })
  await tx.insert(aiTaskCountRows).values({ taskId: id, planned })
  await announceRows(tx, 'aiConfigs')
  return true
}

/** Plans the calls of robots of the day. Running it again adds nothing but what configurations have come since. */
export const aiCallPlan: TaskRunner = (app) => {
  const next = async (db: Db, after: IdOf<'aiConfig'> | null) => {
    const rows = await rowsOf<{ id: IdOf<'aiConfig'> }>(
      db,
      sql`select id from ${aiConfigRows} where state = 'enabled' and id > ${after ?? ''} order by id`,
    )
    return rows.map(({ id }) => id)
  }
  const one = async (id: IdOf<'aiConfig'>) => (tx: Db) => planTask(tx, id, app)
  return forEachRow({ as: planner, next, one }, app)
}
