import { expect } from 'vitest'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { test } from '#tests/support/server.ts'
import { callsOf, configured, lastTask, owing, plan, run, told } from './support.ts'

const minuteMs = 60_000

test('each outcome is counted, and the counts come to who was called', async ({ as, given, server }) => {
  await configured({ as, given }, { redialMax: 0 })
  for (const nth of aiOutcomes.keys()) await owing({ given }, `001${nth + 1}`)
  await plan({ server })

  await run({ server })

  const task = await lastTask({ as })
  expect(task).toMatchObject({
    ...{ state: 'finished', planned: 8, called: 8, skipped: 0, startedAt: expect.any(String) },
    ...{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, endedAt: expect.any(String) },
  })
  const calls = await callsOf({ as })
  expect(calls.map(({ outcome }) => outcome).sort()).toEqual([...aiOutcomes])
  // seven were answered, at one unit each before anybody speaks
  expect(task.cost).toEqual({ minor: 700, currency: 'INR' })
  expect(calls.reduce((sum, { cost }) => sum + cost.minor, 0)).toBe(700)
})

test('a and e make a follow-up, d freezes calls and opens a ticket, h opens a ticket', async ({
  as,
  given,
  server,
}) => {
  await configured({ as, given })
  const cases = { a: await owing({ given }, '0011'), d: await owing({ given }, '0014') }
  const more = {
    e: await owing({ given }, '0015'),
    h: await owing({ given }, '0018'),
    b: await owing({ given }, '0012'),
  }
  await plan({ server })
  await run({ server })

  const of = async ({ id }: { id: (typeof cases)['a']['id'] }) => as('collector').followUps.ofCase({ id })
  expect((await of(cases.a)).followUps).toMatchObject([
    { collector: null, way: 'phone', result: 1, willingness: 1, nextAt: '2026-03-11T02:30:00.000Z' },
  ])
  expect((await of(more.e)).followUps).toMatchObject([{ willingness: 5, nextAt: '2026-03-10T08:00:00.000Z' }])
  for (const none of [cases.d, more.h, more.b]) expect((await of(none)).followUps).toEqual([])
  const inJapanese = (await as('collector', { language: 'ja' }).followUps.ofCase({ id: cases.a.id })).followUps
  expect(inJapanese).toMatchObject([{ remark: '返済の意思あり' }])
  const held = await as('collector', { language: 'vi' }).caseHolds.ofCase({ id: cases.d.id })
  expect(held.holds).toMatchObject([{ setBy: 'robot', remark: 'Phủ nhận nợ hoặc không phải người vay' }])
  const open = async ({ id }: { id: string }) => (await as('collector').cases.open({ q: `id:${id}` })).rows[0]!
  expect(await open(cases.d)).toMatchObject({ hold: 'dispute' })
  expect(await open(more.h)).toMatchObject({ hold: null })
  expect(await open(more.e)).toMatchObject({ followUpAt: '2026-03-10T08:00:00Z', contactsToday: 1 })
  const { rows } = await as('ops').tickets.collection({ q: '' })
  expect(rows.toSorted((one, other) => one.title.localeCompare(other.title))).toMatchObject([
    { source: 'aiCall', title: 'Denies debt or not the borrower', loanId: cases.d.loanId },
    { source: 'aiCall', title: 'Needs help', loanId: more.h.loanId },
  ])
})

test('what is told twice, at once, counts once', async ({ as, given, server }) => {
  await configured({ as, given })
  await owing({ given }, '0018')
  await plan({ server })
  await run({ server }, 0)
  const [call] = await callsOf({ as })
  const sent = told({ server }, { callId: call!.id, outcome: 'h', talkSeconds: 10, costMinor: 55 })

  await Promise.all([1, 2, 3].map(() => as(null).aiRecords.callback(sent)))
  await as(null).aiRecords.callback(told({ server }, { callId: call!.id, outcome: 'd', costMinor: 99 }))

  expect(await lastTask({ as })).toMatchObject({ called: 1, h: 1, d: 0, cost: { minor: 55 } })
  expect((await as('ops').tickets.collection({ q: '' })).rows).toHaveLength(1)
  await expect(as(null).aiRecords.callback({ ...sent, signature: 'x' })).rejects.toMatchObject({
    fault: 'bad_signature',
  })
  await expect(as(null).aiRecords.callback(told({ server }, { callId: 'AR260310999999' }))).rejects.toMatchObject({
    fault: 'unknown_call',
  })
})

test('the sandbox tells twice and out of turn: the same comes of it', async ({ as, given, server }) => {
  await configured({ as, given })
  await owing({ given }, '0020')
  await plan({ server })
  await run({ server }, 6)

  expect(await lastTask({ as })).toMatchObject({ state: 'finished', called: 1, e: 1 })
  expect(await callsOf({ as })).toMatchObject([{ state: 'ended', outcome: 'e', recorded: true, transcribed: true }])
})

test('what nothing is heard of is given up and redialled; what is told late still counts', async ({
  as,
  given,
  server,
  clock,
}) => {
  await configured({ as, given }, { redialMinutes: 30, redialMax: 1 })
  await owing({ given }, '0021')
  await owing({ given }, '0019')
  await plan({ server })
  await run({ server })
  expect((await callsOf({ as })).map(({ state }) => state)).toEqual(['dialling', 'dialling'])

  clock.forward(4 * minuteMs)
  await run({ server })
  expect((await callsOf({ as })).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  expect(await lastTask({ as })).toMatchObject({ state: 'pending', called: 0 })

  clock.forward(7 * minuteMs)
  await run({ server })
  // reached after all: not redialled
  expect(await lastTask({ as })).toMatchObject({ called: 1, a: 1 })
  clock.forward(30 * minuteMs)
  await run({ server })
  expect(await callsOf({ as })).toMatchObject([{ attempt: 1 }, { attempt: 1, outcome: 'a' }, { attempt: 2 }])
  clock.forward(4 * minuteMs)
  await run({ server })
  expect(await lastTask({ as })).toMatchObject({ state: 'finished', planned: 2, called: 1, a: 1, f: 0 })
})

test('who is not reached is redialled after a while, so often at most; the latest outcome counts', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('contacts.dailyMax', 0)
  await configured({ as, given }, { redialMinutes: 30, redialMax: 2 })
  await owing({ given }, '0016')
  await plan({ server })

  const began: number[] = []
  for (let i = 0; i < 8; i++) {
    await run({ server })
    began.push((await callsOf({ as })).length)
    clock.forward(15 * minuteMs)
  }

  expect(began).toEqual([1, 1, 2, 2, 3, 3, 3, 3])
  expect(await lastTask({ as })).toMatchObject({ state: 'finished', planned: 1, called: 1, f: 1 })
})

test('redials count for the limit of the day: nobody is called more often, and that is on the record', async ({
  as,
  given,
  server,
  clock,
}) => {
  await given.parameter('contacts.dailyMax', 2)
  await configured({ as, given }, { redialMinutes: 5, redialMax: 9 })
  await owing({ given }, '0016')
  await plan({ server })

  for (let i = 0; i < 5; i++) {
    await run({ server })
    clock.forward(6 * minuteMs)
  }

  expect(await callsOf({ as })).toHaveLength(2)
  expect(await lastTask({ as })).toMatchObject({ state: 'finished', called: 1, f: 1, skipped: 0 })
  const { rows } = await server.app.database.query('select way, rule, fault from contact_refusals')
  expect(rows).toEqual([{ way: 'robot', rule: 'limit', fault: 'attempts_spent' }])
})

test('nobody is called before the hours or after them, whatever is left', async ({ as, given, server, clock }) => {
  clock.set('2026-03-10T02:00:00.000Z')
  await configured({ as, given }, { startTime: '09:00', endTime: '09:30', redialMinutes: 10, redialMax: 9 })
  await owing({ given }, '0016')
  await plan({ server })
  await run({ server })
  expect(await lastTask({ as })).toMatchObject({ state: 'created' })

  const hours = new Set<string>()
  for (let i = 0; i < 40; i++) {
    clock.forward(5 * minuteMs)
    await run({ server }, 2)
  }
  for (const { beganAt } of await callsOf({ as })) hours.add(beganAt.slice(11, 16))

  expect([...hours].every((time) => time >= '03:30' && time < '04:00')).toBe(true)
  expect(hours.size).toBeGreaterThan(0)
  expect(await lastTask({ as })).toMatchObject({ state: 'finished', called: 1, f: 1 })
})

test('a number that is not in service is left alone; whoever is on hold by now is left out', async ({
  as,
  given,
  server,
}) => {
  await configured({ as, given })
  await owing({ given }, '0001')
  const { id } = await owing({ given }, '0012')
  await plan({ server })
  const { version } = (await as('leader').cases.open({ q: `id:${id}` })).rows[0]!
  await as('leader').caseHolds.hold({ id, version, kind: 'dispute', remark: 'Says so' })

  await run({ server })

  expect(await callsOf({ as })).toMatchObject([{ state: 'failed', failure: 'robotRefused', outcome: null }])
  expect(await lastTask({ as })).toMatchObject({ state: 'finished', planned: 2, called: 0, skipped: 1 })
  const { rows } = await server.app.database.query('select way, rule from contact_refusals')
  expect(rows).toEqual([{ way: 'robot', rule: 'hold' }])
})
