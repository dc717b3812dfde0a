import { type Column, type SQL, sql } from 'drizzle-orm'
import { dueLags } from '#contract/due-facts.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { localDay, today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { planRows as plans } from '#server/modules/plans/store.ts'
import { dueFactChangeRows as changes, dueFactRows as facts } from './store.ts'

/** So many instalments are looked at in one transaction. */
const chunk = 2_000

type App = Pick<AppContext, 'clock'> & { readonly database: Pick<AppContext['database'], 'db'> }

const plus = (...columns: readonly Column[]): SQL => sql`(${sql.join([...columns], sql` + `)})`
const { chargedFee, chargedInterest, chargedPrincipal, reducedFee, reducedInterest, reducedPrincipal } = plans
const { discountedFee, discountedInterest, discountedPrincipal } = plans
const due = plus(chargedFee, chargedInterest, chargedPrincipal)

/** Every day that is told of, as days after the due date; the last stands for today. */
const lags = [...dueLags, 100_000] as const
const list = (of: (lag: SQL, place: SQL) => SQL, days: readonly number[] = lags): SQL =>
  sql`array[${sql.join(
    days.map((lag, i) => of(sql.raw(String(lag)), sql.raw(String(i + 1)))),
    sql`, `,
  )}]`

/** What is known of some instalments, out of the books. */
function factsOf(ids: readonly IdOf<'plan'>[], { clock }: App): SQL {
  const day = today(clock, clock.now())
  const local = (moment: SQL | Column) => localDay(moment, clock)
  const settled = local(plans.settledAt)
  const by = (date: SQL | Column, lag: SQL) => sql`${date} <= ${plans.dueDate} + ${lag}`
  // what takes a payment back counts on the payment's own day: it never was there
  const paid = sql`select ${list((lag) => sql`coalesce(sum(a.paid_fee + a.paid_interest + a.paid_principal) filter (where ${by(local(sql`coalesce(o.completed_at, y.completed_at)`), lag)}), 0)`)} as minor
    from ${allocationRows} a join ${paymentRows} y on y.id = a.payment_id
    left join ${reversalRows} r on r.contra_id = y.id left join ${paymentRows} o on o.id = r.payment_id
    where a.plan_id = ${plans.id}`
  const forgivenBy = (lag: SQL) => sql`case when ${by(local(plans.reducedAt), lag)}
      then ${plus(reducedFee, reducedInterest, reducedPrincipal)} else 0 end
    - case when ${plans.settledAt} is null or ${by(settled, lag)}
      then ${plus(discountedFee, discountedInterest, discountedPrincipal)} else 0 end`
  const unpaidAt = (lag: SQL, place: SQL) => sql`(case when ${plans.state} = 'extended' and ${by(settled, lag)} then 0
    else greatest(0, ${due} - paid.minor[${place}] - ${forgivenBy(lag)}) end)::bigint`
  return sql`select ${plans.id} as plan_id, least(${local(plans.createdAt)}, ${day}::date) as created_on,
      ${plans.loanId} as loan_id, ${loanRows.productId} as product_id, ${loanRows.app} as app, ${loanRows.channel} as channel,
      ${loanRows.kind} as kind, ${loanRows.ordinal} = 1 as first_loan, ${plans.dueDate} as due_date,
      ${plans.currency} as currency, ${due}::bigint as amount_minor,
      ${unpaidAt(sql.raw(String(lags.at(-1))), sql.raw(String(lags.length)))} as open_minor, ${settled} as settled_on,
      ${plans.state} = 'extended' as extended, ${list(unpaidAt, dueLags)} as unpaid_minor
    from ${plans} join ${loanRows} on ${loanRows.id} = ${plans.loanId} cross join lateral (${paid}) paid
    where ${plans.id} in ${[...ids]}`
}

/** What a fact tells, beside since when. */
const told = [
  ...(['loan_id', 'product_id', 'app', 'channel', 'kind', 'first_loan', 'due_date', 'currency'] as const),
  ...(['amount_minor', 'open_minor', 'settled_on', 'extended', 'unpaid_minor'] as const),
]
const toldBy = (alias: string): SQL => sql.raw(`(${told.map((column) => `${alias}.${column}`).join(', ')})`)
const overwrite = sql.raw(told.map((column) => `${column} = excluded.${column}`).join(', '))

/** Writes what is known of some instalments now. What was known otherwise before today stays, and is closed. @returns how many are others. */
async function write(tx: Db, ids: readonly IdOf<'plan'>[], app: App): Promise<number> {
  const day = sql`${today(app.clock, app.clock.now())}::date`
  const fresh = factsOf(ids, app)
  await tx.execute(sql`update ${facts} f set known_until = ${day} from (${fresh}) n
    where f.plan_id = n.plan_id and f.known_until is null and f.known_from < ${day} and ${toldBy('f')} is distinct from ${toldBy('n')}`)
  const columns = sql.raw(told.map((column) => `n.${column}`).join(', '))
  // what is looked at for the first time is known since it was written: a book from before had no facts
  const written = await rowsOf(
    tx,
    sql`insert into ${facts} (id, plan_id, known_from, ${sql.raw(told.join(', '))})
      select n.plan_id || ' ' || since.day, n.plan_id, since.day, ${columns} from (${fresh}) n
      left join lateral (select 1 as known from ${facts} f where f.plan_id = n.plan_id limit 1) earlier on true
      cross join lateral (select case when earlier.known is null then n.created_on else ${day} end as day) since
      where not exists (select 1 from ${facts} f
        where f.plan_id = n.plan_id and f.known_until is null and ${toldBy('f')} is not distinct from ${toldBy('n')})
      on conflict (plan_id) where known_until is null do update set ${overwrite}
      returning id`,
  )
  return written.length
}

/** Refreshes the facts of instalments that have changed, some at a time. Several servers share the work. @returns how many facts are others. */
export async function refreshDueFacts(app: App): Promise<number> {
  let others = 0
  for (;;) {
    const taken = await app.database.db.transaction(async (tx) => {
      const found = await rowsOf<{ planId: IdOf<'plan'> }>(
        tx,
        sql`delete from ${changes} where id in (select id from ${changes} order by id limit ${chunk} for update skip locked)
          returning plan_id as "planId"`,
      )
      const ids = [...new Set(found.map(({ planId }) => planId))].toSorted()
      if (ids.length > 0) others += await write(tx, ids, app)
      return found.length
    })
    if (taken < chunk) return others
  }
}

/** Refreshes facts minute by minute. */
export const refreshDueFactsJob: Job = {
  id: 'refreshDueFacts',
  cron: '* * * * *',
  run: async (app) => void (await refreshDueFacts(app)),
}
