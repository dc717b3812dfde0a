import type { Database } from '#server/kernel/base/database.ts'
import { closeDays } from '#server/modules/accounting-days/close.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { type Measure, repeats, timed } from './harness.ts'
import { vacuum } from './support/book.ts'
import { daysAgo, emptyDatabase, writeBook } from './support/orders.ts'

/** How many orders were paid out, due from two months ago until in a month; each owes ₹5,035. */
const loans = Number(process.env.BENCH_LOANS ?? 1_000_000)
const due = `date '${daysAgo(60)}' + (n % 90)`

/** One order in so many is paid on a day. */
const paidEvery = 30
const dayMs = 86_400_000

/** The clock so many nights from now, at two in the morning. */
const night = (nights: number) => ({
  country: 'IN' as const,
  now: () => new Date(Date.parse(`${daysAgo(0)}T02:00:00+05:30`) + nights * dayMs),
})

/** The business of a day: every order of that day's turn is paid in full, as payments are booked. */
async function payDay({ query }: Database, nights: number): Promise<number> {
  const at = `timestamptz '${daysAgo(0)}T12:00:00+05:30' + interval '${nights} days'`
  const turn = `substr(loan_id, 3)::int % ${paidEvery} = ${nights}`
  await query(`
    begin;
    set local statement_timeout = 0;
    insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, created_at, completed_at)
      select 'PY' || id, loan_id, 503500, 'INR', 'normal', 'eWallet', 'success', ${at}, ${at} from plans where ${turn};
    insert into allocations (payment_id, plan_id, paid_penalty, paid_fee, paid_interest, paid_principal)
      select 'PY' || id, id, 0, 0, 3500, 500000 from plans where ${turn};
    update plans set paid_interest = 3500, paid_principal = 500000, state = 'settled', settled_at = ${at} where ${turn};
    commit`)
  const { rows } = await query(`select count(*)::int as count from plans where ${turn}`)
  return Number(rows[0]!.count)
}

/**
 * What the nights take that reports and books are made of: facts of instalments, and the journal with its accounting day, over
 * the whole book and for one more day of business.
 */
export const measure: Measure = async () => {
  const { url, database } = await emptyDatabase()
  await writeBook(database, { prefix: 'LN', count: loans, state: 30, due })
  await database.query('insert into due_fact_changes (plan_id) select id from plans')
  await vacuum(url)
  const facts = (nights: number) => refreshDueFacts({ database, clock: night(nights) })
  const close = async (nights: number) => {
    const { closed, imbalances } = await closeDays(database, night(nights))
    if (closed === 0 || imbalances.length > 0)
      throw new Error(`${closed} days closed, ${imbalances.length} orders differ`)
  }
  const whole = [await timed(() => facts(0)), await timed(() => close(0))] as const
  const days: { readonly facts: number; readonly close: number }[] = []
  for (let nights = 0; nights < repeats; nights++) {
    const paid = await payDay(database, nights)
    let known = 0
    const took = await timed(async () => {
      known = await facts(nights)
    })
    if (known !== paid) throw new Error(`${paid} orders were paid, ${known} are known otherwise`)
    days.push({ facts: took, close: await timed(() => close(nights + 1)) })
  }
  const named = loans.toLocaleString('en')
  const seconds = (ms: number) => ms / 1_000
  const oneMore = { unit: 's', budget: { most: 20 } } as const
  return [
    { what: `facts of ${named} instalments, all`, unit: 's', samples: [seconds(whole[0])], budget: { most: 600 } },
    { what: 'facts, one more day', ...oneMore, samples: days.map((one) => seconds(one.facts)) },
    { what: `journal of ${named} orders, all`, unit: 's', samples: [seconds(whole[1])], budget: { most: 600 } },
    { what: 'journal, one more day', ...oneMore, samples: days.map((one) => seconds(one.close)) },
  ]
}
