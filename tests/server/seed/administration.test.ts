import { expect } from 'vitest'
import { isReveal } from '#contract/kernel/personal-data.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { reviewAccess } from '#server/modules/access-reviews/find.ts'
import { modules } from '#server/modules/index.ts'
import { now, test } from './book.ts'

test.for([
  ['staff', 'state', ['disabled', 'enabled', 'frozen']],
  ['parameters', 'state', ['disabled', 'enabled']],
  ['jobs', 'state', ['disabled', 'enabled']],
  ['job_progress', 'coalesce(last_run, $$never$$)', ['fail', 'never', 'success']],
  ['approvals', 'state', ['approved', 'lapsed', 'pending', 'rejected', 'withdrawn']],
  ['access_reviews', 'state', ['confirmed', 'open', 'settled', 'withdrawn']],
  ['access_reviews', 'finding', ['contractEnded', 'idle', 'unusedRight', 'unusedRole', 'wideRole']],
  ['apps', 'state', ['disabled', 'enabled']],
  ['dictionary_entries', 'state', ['disabled', 'enabled']],
  ['dictionary_entries', 'added', [false, true]],
  ['exports', 'state', ['done', 'failed']],
  ['providers', 'state', ['disabled', 'enabled']],
  ['provider_health', 'coalesce(tested, $$never$$)', ['keysRefused', 'never', 'reached', 'slow']],
  ['provider_health', 'failures > 0', [false, true]],
  ['blacklist', 'state', ['listed', 'removed']],
  ['blacklist', 'kind', ['customer', 'device', 'phone']],
  ['do_not_disturb', 'kind', ['customer', 'phone']],
  ['do_not_disturb', 'lifted_at is null', [false, true]],
] as const)('the demo shows %s by %s: %j', async ([table, of, all], { library }) => {
  const { rows } = await library.database.query(`select distinct ${of} as one from ${table} order by 1`)

  expect(rows.map(({ one }) => one)).toEqual(all)
})

test('a file that is done holds the rows it names, and can still be fetched', async ({ library }) => {
  const { rows } = await library.database.query(
    `select e.count, convert_from(p.bytes, 'UTF8') as text, e.expires_at > $1 as kept
    from exports e join export_parts p on p.export_id = e.id where e.state = 'done'`,
    [now],
  )

  expect(rows).toHaveLength(2)
  for (const { count, text, kept } of rows) {
    expect(String(text).trim().split('\n')).toHaveLength(Number(count) + 1)
    expect(text).toContain('AG1,In-house collections')
    expect(kept).toBe(true)
  }
})

test('who used personal data is told by the log as the list has it, value by value', async ({ library }) => {
  const revealing = [...registryOf(modules).entries.values()].filter(({ endpoint }) => isReveal(endpoint))
  const commands = revealing.map(({ endpoint }) => `'${endpoint.id}'`).join(', ')

  const { rows } = await library.database.query(`
    select u.date, u.staff_id, u.reveals, u.exports, u.exported_rows,
      count(*) filter (where l.command in (${commands}))::int as told,
      count(*) filter (where l.command like '%.export')::int as files,
      coalesce(sum((l.input ->> 'rows')::int) filter (where l.command like '%.export'), 0)::int as taken
    from data_use u join audit l on l.actor_id = u.staff_id and (l.at at time zone 'Asia/Kolkata')::date = u.date
    group by 1, 2, 3, 4, 5`)

  expect(rows).toHaveLength(28)
  for (const row of rows) expect(row).toMatchObject({ told: row.reveals, files: row.exports, taken: row.exported_rows })
})

test('the first review of a demo finds little that its history does not tell', async ({ library }) => {
  const clock = { country: 'IN' as const, now: () => now }
  const registry = registryOf(modules)
  const news = await library.database.db
    .transaction(async (tx) => {
      const { found } = await reviewAccess(tx, { clock, registry, now })
      throw new Error(String(found))
    })
    .catch((error: Error) => error.message)

  expect(Number(news)).toBeLessThan(5)
})

test('whoever has signed in by the log has done so last by their row', async ({ library }) => {
  const { rows } = await library.database.query(`
    select s.account from staff s join audit l on l.object_id = s.account and l.command = 'session.signIn' and l.outcome = 'done'
    where s.state = 'enabled' group by s.account, s.last_sign_in_at having s.last_sign_in_at is distinct from max(l.at)`)

  expect(rows).toEqual([])
})
