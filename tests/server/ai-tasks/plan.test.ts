import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { aiTargetRows } from '#server/modules/ai-tasks/store.ts'
import { holdOrder } from '#server/modules/case-holds/steps.ts'
import { test } from '#tests/support/server.ts'
import { callsOf, configured, type Here, lastTask, owing, plan, run } from './support.ts'

/** The orders that anybody is to be called about. */
const plannedOf = async ({ server }: Pick<Here, 'server'>) =>
  (await server.app.database.db.select().from(aiTargetRows)).map(({ loanId }) => loanId).sort()

const dayMs = 86_400_000

test('planned is who is overdue by so much, of the product, and may be called', async ({
  as,
  given,
  server,
  clock,
}) => {
  await configured({ as, given }, { minOverdueDays: 3, maxOverdueDays: 10 })
  const wanted = await owing({ given }, '0011', { dueDate: '2026-03-05' })
  const first = await owing({ given }, '0012', { dueDate: '2026-03-07' })
  await owing({ given }, '0013', { dueDate: '2026-03-08' })
  await owing({ given }, '0014', { dueDate: '2026-02-27' })
  const held = await owing({ given }, '0015')
  const promised = await owing({ given }, '0016')
  const { db } = server.app.database
  const hold = { remark: 'Told so', by: 'Somebody', at: clock.now() }
  await holdOrder(db, held.loanId, { ...hold, kind: 'dispute' })
  await holdOrder(db, promised.loanId, { ...hold, kind: 'promise' })
  const quiet = await owing({ given }, '0017')
  const { rows } = await as('collector').cases.open({ q: `id:${quiet.id}` })
  const wish = { channel: 'call', scope: 'everything', origin: 'customer', remark: 'Asked' } as const
  await as('cs').doNotDisturb.add({ kind: 'customer', value: rows[0]!.customerId, ...wish })
  const closed = await owing({ given }, '0018')
  await server.app.database.query(`update cases set state = 'closed' where id = $1`, [closed.id])

  expect(await plan({ server })).toEqual({ done: 1, refused: 0 })

  expect(await plannedOf({ server })).toEqual([wanted.loanId, first.loanId].sort())
  expect(await lastTask({ as })).toMatchObject({
    ...{ state: 'created', day: '2026-03-10', planned: 2, called: 0, cost: { minor: 0, currency: 'INR' } },
    ...{ opensAt: '2026-03-10T03:30:00Z', closesAt: '2026-03-10T12:30:00Z', startedAt: null, endedAt: null },
  })
})

test('run again it plans nothing more; two runs at once plan once; whoever is disabled plans nothing', async ({
  as,
  given,
  server,
}) => {
  const id = await configured({ as, given })
  const other = await configured({ as, given }, { robotName: 'Ravi' })
  const off = await configured({ as, given }, { robotName: 'Off' })
  const { version } = (await as('ops').aiConfigs.list({ q: `id:${off}` })).rows[0]!
  await as('ops').aiConfigs.setState({ id: off, version, state: 'disabled' })
  for (const ending of ['0011', '0012', '0013']) await owing({ given }, ending)

  await Promise.all([plan({ server }), plan({ server })])
  const once = await plannedOf({ server })
  await plan({ server })

  expect(once).toHaveLength(3)
  expect(await plannedOf({ server })).toEqual(once)
  const { rows } = await as('admin').aiTasks.list({ q: '' })
  // the first configuration has them; nobody is left for the other
  expect(rows).toMatchObject([{ configId: id, planned: 3 }])
  expect(other > id).toBe(true)
})

test('a customer with two orders is called about the one that is due longest', async ({ as, given, server }) => {
  await configured({ as, given })
  const newer = await owing({ given }, '0011', { dueDate: '2026-03-06' })
  const { rows } = await as('collector').cases.open({ q: `id:${newer.id}` })
  const older = await owing({ given }, '0011', { dueDate: '2026-03-01', customerId: rows[0]!.customerId })

  await plan({ server })

  expect(await plannedOf({ server })).toEqual([older.loanId])
})

test.for([
  ['2026-03-14T06:00:00.000Z', {}, 'Saturday'],
  ['2026-03-10T12:31:00.000Z', {}, 'after its hours'],
  ['2026-03-10T06:00:00.000Z', { weekdays: null, dates: '2026-03-11' }, 'another date'],
] as const)('at %s with %j nothing is planned: %s', async ([now, about], { as, given, server, clock }) => {
  await configured({ as, given }, about)
  await owing({ given }, '0011')
  clock.set(now)

  await plan({ server })

  expect(await plannedOf({ server })).toEqual([])
})

test('on a holiday on which customers are left alone nothing is planned', async ({ as, given, server }) => {
  await configured({ as, given })
  await owing({ given }, '0011')
  await as('admin').holidays.add({ date: '2026-03-10' as never, name: 'Quiet', quiet: true })

  await plan({ server })

  expect(await plannedOf({ server })).toEqual([])
})

test('again after so many days, so often at most, and never after an ignored label', async ({
  as,
  given,
  server,
  clock,
}) => {
  await configured({ as, given }, { repeatDays: 2, repeatMax: 2, redialMax: 0, maxOverdueDays: null, weekdays: '1-7' })
  await owing({ given }, '0012')
  await owing({ given }, '0013') // label c is ignored
  const endings: string[][] = []

  for (let day = 0; day < 6; day++) {
    await plan({ server })
    await run({ server })
    const began = new Date(clock.now()).toISOString().slice(0, 10)
    const today = (await callsOf({ as })).filter(({ beganAt }) => beganAt.startsWith(began))
    endings.push(today.map(({ phone }) => String(phone).slice(-4)).sort())
    clock.forward(dayMs)
  }

  expect(endings).toEqual([['0012', '0013'], [], ['0012'], [], [], []])
})

test('whoever was contacted as often as may be is not planned', async ({ as, given, server }) => {
  await given.parameter('contacts.dailyMax', 1)
  await configured({ as, given })
  const { id } = await owing({ given }, '0011')
  const { version } = (await as('collector').cases.open({ q: `id:${id}` })).rows[0]!
  await as('collector').cases.call({ id: id as IdOf<'case'>, version })

  await plan({ server })

  expect(await plannedOf({ server })).toEqual([])
})
