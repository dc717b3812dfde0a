import { onTestFinished } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'

const numberIn = (prefix: string) => `'${prefix}' || lpad(n::text, 6, '0')`

/** The same row so many times more, each with its own number `n` in what differs. */
const cloned = (table: string, id: string, count: number, differs: string) =>
  `insert into ${table} select made.* from ${table} t, generate_series(1, ${count}) n,
     jsonb_populate_record(t, jsonb_build_object('version', 1, ${differs})) made where t.id = '${id}'`

/** Makes `count` orders of one that is there, with its pay-outs; the others are numbered behind `prefix`. */
export async function manyLike({ query }: Database, id: string, count: number, prefix = 'LNK'): Promise<void> {
  const own = numberIn(prefix)
  await query(cloned('loans', id, count - 1, `'id', ${own}`))
  const { rows } = await query(`select id, attempt from payouts where loan_id = '${id}'`)
  for (const payout of rows) {
    const differs = `'id', ${own} || '-${payout.attempt}', 'loan_id', ${own}`
    await query(cloned('payouts', String(payout.id), count - 1, differs))
  }
}

/** Makes `count` orders more of one that is there, without a pay-out and untold; `differs`: what differs, by `n`. */
export const ordersLike = ({ query }: Database, id: string, count: number, { prefix = 'LN9', differs = '' } = {}) =>
  query(
    `alter table loans disable trigger user;
     ${cloned('loans', id, count, `'id', ${numberIn(prefix)}${differs}`)};
     alter table loans enable trigger user`,
  )

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
 * Has the change of an order run `statement` so many times before it goes well, whatever becomes of its transaction, until
 * the test is over.
 */
export async function brokenOff({ query }: Database, statement: string, times: Readonly<Record<string, number>>) {
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
     create trigger break_off before update on loans for each row execute function break_off()`,
  )
}
