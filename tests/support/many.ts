import { onTestFinished } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'

const numberIn = (prefix: string) => `'${prefix}' || lpad(n::text, 6, '0')`

/** Columns of a table, but for those that the database makes of the others: it is not given them. */
export async function givenColumns({ query }: Pick<Database, 'query'>, table: string): Promise<readonly string[]> {
  const { rows } = await query(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => String(name))
}

/** The same row so many times more, each with its own number `n` in what differs. */
async function cloned(
  database: Pick<Database, 'query'>,
  table: string,
  { id, count, differs }: { readonly id: string; readonly count: number; readonly differs: string },
): Promise<string> {
  const names = await givenColumns(database, table)
  return `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `made.${name}`).join(', ')}
    from ${table} t, generate_series(1, ${count}) n,
      jsonb_populate_record(t, jsonb_build_object('version', 1, ${differs})) made where t.id = '${id}'`
}

/** Makes `count` orders of one that is there, with its pay-outs; the others are numbered behind `prefix`. */
export async function manyLike(database: Database, id: string, count: number, prefix = 'LNK'): Promise<void> {
  const { query } = database
  const own = numberIn(prefix)
  await query(await cloned(database, 'loans', { id, count: count - 1, differs: `'id', ${own}` }))
  const { rows } = await query(`select id, attempt from payouts where loan_id = '${id}'`)
  for (const payout of rows) {
    const differs = `'id', ${own} || '-${payout.attempt}', 'loan_id', ${own}`
    await query(await cloned(database, 'payouts', { id: String(payout.id), count: count - 1, differs }))
  }
}

/** Makes `count` orders more of one that is there, without a pay-out and untold; `differs`: what differs, by `n`. */
export async function ordersLike(
  database: Database,
  id: string,
  count: number,
  { prefix = 'LN9', differs = '' } = {},
): Promise<void> {
  const orders = await cloned(database, 'loans', { id, count, differs: `'id', ${numberIn(prefix)}${differs}` })
  await database.query(`alter table loans disable trigger user; ${orders}; alter table loans enable trigger user`)
}

/** Gives every order of such a prefix a plan like one that is there. */
export const plansLike = ({ query }: Database, planId: string, prefix: string) =>
  query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_penalty, charged_interest,
       charged_principal, penalty_through, state)
     select 'PL' || l.id, l.id, 1, 1, p.currency, p.due_date, p.charged_penalty, p.charged_interest, p.charged_principal,
       p.penalty_through, 'open' from loans l, plans p where l.id like '${prefix}%' and p.id = '${planId}'`,
  )

/** Has every change of an order take a few milliseconds, so that there is a middle to be killed in. */
export const slowed = ({ query }: Database, ms: number) =>
  query(
    `create function dawdle() returns trigger language plpgsql as
       $$ begin perform pg_sleep(${ms / 1_000}); return new; end $$;
     create trigger dawdle before update on loans for each row execute function dawdle()`,
  )

/**
 * Has the change of an order, or of a row of another table, run `statement` so many times before it goes well, whatever
 * becomes of its transaction, until the test is over.
 */
export async function brokenOff(
  { query }: Database,
  statement: string,
  times: Readonly<Record<string, number>>,
  table: 'loans' | 'customers' = 'loans',
) {
  const ids = Object.keys(times)
  const counter = (id: string) => `"tried ${id}"`
  const breaks = ids.map(
    (id) => `if new.id = '${id}' and nextval('${counter(id)}') <= ${times[id]} then ${statement}; end if;`,
  )
  onTestFinished(async () => {
    await query(`drop function break_off cascade; drop sequence ${ids.map(counter).join(', ')}`)
  })
  await query(
    `${ids.map((id) => `create sequence ${counter(id)};`).join(' ')}
     create function break_off() returns trigger language plpgsql as $$ begin ${breaks.join(' ')} return new; end $$;
     create trigger break_off before update on ${table} for each row execute function break_off()`,
  )
}
