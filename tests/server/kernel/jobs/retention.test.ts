import { expect } from 'vitest'
import { housekeeping } from '#server/jobs-and-ports.ts'
import { alone } from '#tests/support/server.ts'

alone(
  'what has left and what has run is forgotten after 90 days, and nothing that is still to be done',
  async ({ server: { app } }) => {
    const { database, clock } = app
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString()
    for (const days of [91, 89]) {
      const when = daysAgo(days)
      for (const state of ['waiting', 'sent', 'dead']) {
        await database.query(
          `insert into outbox (topic, key, body, state, next_at, at) values ('none', $1, '{}', $2, $3, $3)`,
          [`${state} ${days}`, state, when],
        )
      }
      for (const state of ['queued', 'success', 'fail']) {
        await database.query(
          `insert into job_runs (job_id, state, trigger, started_by, queued_at) values ('doLate', $1, 'cycle', $2, $3)`,
          [state, `${state} ${days}`, when],
        )
      }
    }

    await housekeeping.find(({ id }) => id === 'forget')!.run(app)

    const { rows } = await database.query(
      `select key from outbox where topic = 'none' union all select started_by from job_runs order by 1`,
    )
    expect(rows.map(({ key }) => key)).toEqual([
      ...[
        'dead 89',
        'dead 91',
        'fail 89',
        'queued 89',
        'queued 91',
        'sent 89',
        'success 89',
        'waiting 89',
        'waiting 91',
      ],
    ])
  },
)

alone('failed attempts to sign in are forgotten a day after the last one', async ({ server: { app } }) => {
  const { database, clock } = app
  for (const hours of [25, 23]) {
    const when = new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
    await database.query(`insert into sign_in_attempts (key, failures, at) values ($1, 5, $2)`, [`${hours}`, when])
  }

  await housekeeping.find(({ id }) => id === 'forget')!.run(app)

  expect((await database.query('select key from sign_in_attempts')).rows).toEqual([{ key: '23' }])
})

alone(
  'sessions are forgotten a day after they have run out, whether or not somebody signs in again',
  async ({ server: { app } }) => {
    const { database, clock } = app
    const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
    const sessions = { idle: [30, 25], old: [37, 0], lately: [30, 24], open: [1, 0] }
    for (const [id, [started = 0, seen = 0]] of Object.entries(sessions))
      await database.query(
        `insert into sessions (id, staff_id, token_hash, started_at, renewed_at, last_seen_at)
       select $1, id, $1, $2, $2, $3 from staff where account = 'cs'`,
        [id, hoursAgo(started), hoursAgo(seen)],
      )

    await housekeeping.find(({ id }) => id === 'forget')!.run(app)

    const { rows } = await database.query('select id from sessions order by id')
    expect(rows).toEqual([{ id: 'lately' }, { id: 'open' }])
  },
)
