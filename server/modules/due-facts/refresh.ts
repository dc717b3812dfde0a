import { setTimeout as pause } from 'node:timers/promises'
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type DueLag, dueLags } from '#contract/due-facts.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { planRows as plans } from '#server/modules/plans/store.ts'
import { factsOf } from './facts.ts'
import { dueFactChangeRows as changes, dueFactRows as facts } from './store.ts'

/** Pace: how many instalments are looked at in one transaction, and how many times as long others then have the machine. */
export interface Pace {
  readonly chunk: number
  readonly rest: number
}
const atOnce: Pace = { chunk: 2_000, rest: 0 }
/** For more than a night brings: in portions that a list hardly waits for. */
const considerate: Pace = { chunk: 250, rest: 2 }
const nightMost = 200_000

type App = Pick<AppContext, 'clock'> & { readonly database: Pick<AppContext['database'], 'db'> }

/** What a fact tells, beside since when. */
const told = [
  ...(['loan_id', 'product_id', 'app', 'channel', 'kind', 'first_loan', 'due_date', 'currency'] as const),
  ...(['amount_minor', 'open_minor', 'settled_on', 'extended', 'unpaid_minor'] as const),
  ...(['vintage', 'principal_minor', 'long_overdue_minor'] as const),
]
const toldBy = (alias: string): SQL => sql.raw(`(${told.map((column) => `${alias}.${column}`).join(', ')})`)
const overwrite = sql.raw(told.map((column) => `${column} = excluded.${column}`).join(', '))

/** The days that facts told of before they told of every one. */
const earlierLags: readonly DueLag[] = [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 30]

/**
 * What was unpaid at the end of each day, in a fact from before every day was told of. A migration has put there what was
 * told of the day before; it was paid by what the books say, and between the days that were told of.
 */
function everyDay(): SQL {
  const days = dueLags.map((lag, i) => {
    const [was, now] = [sql.raw(`f.unpaid_minor[${i + 1}]`), sql.raw(`n.unpaid_minor[${i + 1}]`)]
    if (earlierLags.includes(lag)) return was
    const next = dueLags.indexOf(earlierLags.find((earlier) => earlier > lag)!) // the last day was told of
    return sql`least(${was}, greatest(${now}, ${sql.raw(`f.unpaid_minor[${next + 1}]`)}))`
  })
  return sql`array[${sql.join(days, sql`, `)}]`
}

/** Completes facts that were written before vintages and every day were told of. Nothing else is known by that. */
async function complete(tx: Db, fresh: SQL): Promise<void> {
  await tx.execute(sql`update ${facts} f set vintage = n.vintage, principal_minor = n.principal_minor,
      long_overdue_minor = n.long_overdue_minor, unpaid_minor = ${everyDay()}
    from (${fresh}) n where f.plan_id = n.plan_id and f.vintage is null`)
}

/** Writes what is known of some instalments now. What was known otherwise before today stays, and is closed. @returns how many are others. */
async function write(tx: Db, ids: readonly IdOf<'plan'>[], app: App): Promise<number> {
  const day = sql`${today(app.clock, app.clock.now())}::date`
  const fresh = factsOf(ids, app)
  const [older] = await tx
    .select({ id: facts.id })
    .from(facts)
    .where(and(inArray(facts.planId, [...ids]), isNull(facts.vintage)))
    .limit(1)
  if (older) await complete(tx, fresh)
  const columns = (alias: string) => sql.raw(told.map((column) => `${alias}.${column}`).join(', '))
  const stands = sql`f.plan_id = n.plan_id and f.known_until is null`
  // what was known otherwise is written anew as closed: of statements summaries are told at once, of updates row by row.
  // What is looked at for the first time is known since it was written: a book from before had no facts
  const written = await rowsOf<{ until: string | null }>(
    tx,
    sql`with fresh as materialized (${fresh}),
        gone as (delete from ${facts} f using fresh n
          where ${stands} and ${toldBy('f')} is distinct from ${toldBy('n')} returning f.*)
      insert into ${facts} (id, plan_id, known_from, known_until, ${sql.raw(told.join(', '))})
      select g.id, g.plan_id, g.known_from, ${day}, ${columns('g')} from gone g where g.known_from < ${day}
      union all
      select n.plan_id || ' ' || since.day, n.plan_id, since.day, null, ${columns('n')} from fresh n
      left join lateral (select 1 as known from ${facts} f where f.plan_id = n.plan_id limit 1) earlier on true
      cross join lateral (select case when earlier.known is null then n.created_on else ${day} end as day) since
      where not exists (select 1 from ${facts} f where ${stands} and ${toldBy('f')} is not distinct from ${toldBy('n')})
      on conflict (plan_id) where known_until is null do update set ${overwrite}
      returning known_until as until`,
  )
  return written.filter(({ until }) => until === null).length
}

/**
 * Refreshes the facts of instalments that have changed, some at a time. Several servers share the work.
 * @returns how many facts are others.
 */
export async function refreshDueFacts(app: App, { chunk, rest }: Pace = atOnce): Promise<number> {
  let others = 0
  for (;;) {
    const began = performance.now()
    const taken = await app.database.db.transaction(async (tx) => {
      const found = await rowsOf<{ planId: IdOf<'plan'> }>(
        tx,
        // as an array they are found once, whatever the planner believes of a table that was empty a moment ago
        sql`delete from ${changes}
          where id = any(array(select id from ${changes} order by id limit ${chunk} for update skip locked))
          returning plan_id as "planId"`,
      )
      const ids = [...new Set(found.map(({ planId }) => planId))].toSorted()
      if (ids.length > 0) others += await write(tx, ids, app)
      return found.length
    })
    if (taken < chunk) return others
    if (rest > 0) await pause(rest * (performance.now() - began))
  }
}

/** Days, both included. */
interface DayRange {
  readonly first: LocalDate
  readonly last: LocalDate
}

/**
 * Computes anew what is known of the instalments that fell due in some days, beside people who work.
 * @returns how many those are, and of how many something else is known.
 */
export async function recomputeDueFacts(app: App, { first, last }: DayRange) {
  const of = sql`select ${plans.id} from ${plans} where ${plans.dueDate} between ${first} and ${last}`
  const told = await rowsOf<{ count: number }>(
    app.database.db,
    sql`with told as (insert into ${changes} (plan_id) ${of} returning 1) select count(*)::int as count from told`,
  )
  return { instalments: told[0]!.count, others: await refreshDueFacts(app, considerate) }
}

/** At which pace what has gathered is looked at. */
export async function paceOf({ database: { db } }: App): Promise<Pace> {
  const more = sql`select 1 from ${changes} offset ${nightMost} limit 1`
  return (await rowsOf(db, more)).length > 0 ? considerate : atOnce
}

/** Refreshes facts minute by minute. */
export const refreshDueFactsJob: Job = {
  id: 'refreshDueFacts',
  cron: '* * * * *',
  run: async (app) => void (await refreshDueFacts(app, await paceOf(app))),
}
