import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'
import { dayMs, tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** A case of the collector that owes ₹5,210 on 10 March, whose customer promises so much for each of some days. */
async function promising(here: Here, promised: Readonly<Record<string, string>>) {
  const { as, given } = here
  const { id, version, loanId } = await given.case({ collector: 'collector', phone: '9000012345' })
  await here.server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z'`)
  const promises = Object.entries(promised).map(([promisedFor, amount]) => ({
    ...{ amount: money(amount, 'INR'), promisedFor: promisedFor as never },
  }))
  await as('collector').followUps.add({
    ...{ id, version, number: 'own', way: 'phone', result: 1, willingness: 1, remark: 'x', promises },
    nextAt: '2026-03-13T04:30:00Z' as never,
  })
  return { id, loanId }
}
const all = async ({ as }: Pick<World, 'as'>) =>
  (await as('leader').promises.list({ q: 'sort:promisedFor' })).rows.map(({ state, paid }) => `${state} ${paid.minor}`)
const caseOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('leader').cases.open({ q: `id:${id}` })).rows[0]
const night = async ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('endPromises')!(server.app)
const later = (here: Here, days: number) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())

test('money keeps a promise at once, and the case shows the next one', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await promising(here, { '2026-03-12': '1000', '2026-03-14': '2000' })
  expect(await caseOf(here, id)).toMatchObject({ promisedFor: '2026-03-12' })
  await later(here, 1)

  await tell(here, { loanId, amountMinor: 120_000 })

  expect(await all(here)).toEqual(['kept 100000', 'open 20000'])
  expect(await caseOf(here, id)).toMatchObject({ promisedFor: '2026-03-14', brokenOn: null })
})

test('the night breaks what was not paid by the end of its day, once, and the case says since when', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id } = await promising(here, { '2026-03-11': '1000', '2026-03-14': '2000' })

  await later(here, 1)
  expect(await night(here)).toEqual({ done: 0, refused: 0 })
  await later(here, 1)
  expect(await night(here)).toEqual({ done: 1, refused: 0 })
  expect(await night(here)).toEqual({ done: 0, refused: 0 })

  expect(await all(here)).toEqual(['broken 0', 'open 0'])
  expect(await caseOf(here, id)).toMatchObject({ promisedFor: '2026-03-14', brokenOn: '2026-03-12' })
})

test('money of the day that becomes known later keeps a promise that was broken', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await promising(here, { '2026-03-11': '1000' })
  await later(here, 3)
  await night(here)
  expect(await caseOf(here, id)).toMatchObject({ brokenOn: '2026-03-13' })

  await tell(here, { loanId, amountMinor: 100_000, at: '2026-03-11T10:00:00.000Z' as never })

  expect(await all(here)).toEqual(['kept 100000'])
  expect(await caseOf(here, id)).toMatchObject({ promisedFor: null, brokenOn: null })
})

test('money that bounces counts as if it had never come', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { loanId } = await promising(here, { '2026-03-12': '5000' })
  await tell(here, { loanId, amountMinor: 521_000, at: '2026-03-10T07:00:00.000Z' as never })
  expect(await all(here)).toEqual(['kept 500000'])
  const [paid] = (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows
  await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  await later(here, 3)

  await as('executive').payments.reverse({ id: paid!.id, version: (Number(paid!.version) + 1) as never })

  expect(await all(here)).toEqual(['broken 0'])
})

test('whoever pays all that is owed keeps what they promised, with less than that as well', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  // of the day after tomorrow, with two more days of penalty
  const { loanId } = await promising(here, { '2026-03-12': '5310' })

  await tell(here, { loanId, amountMinor: 521_000 })

  expect(await all(here)).toEqual(['kept 521000'])
})

test('what is promised when a debt is given up counts no more', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await promising(here, { '2026-03-12': '1000' })
  const { loan } = await as('executive').loans.detail({ id: loanId })

  await as('executive').session.prove({ proof: 'Lendline#1' })
  await as('executive').writeOffs.operational({ id: loan.id, version: loan.version, reason: 'Uncollectable' })

  expect((await as('leader').promises.list({ q: '' })).rows).toMatchObject([
    { state: 'cancelled', reason: 'writtenOff' },
  ])
})

test('of what a collector was promised and what was due, so much was kept', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const rate = async () => (await as('leader').collectors.list({ q: 'account:collector' })).rows[0]!.keptRate
  const { loanId } = await promising(here, { '2026-03-11': '1000', '2026-03-12': '500', '2026-03-13': '700' })
  expect(await rate()).toBeNull()

  await tell(here, { loanId, amountMinor: 150_000 })
  await later(here, 4)
  await night(here)

  expect(await all(here)).toEqual(['kept 100000', 'kept 50000', 'broken 0'])
  expect(await rate()).toBe(666_667)
  await later(here, 28)
  expect(await rate()).toBe(0)
})

test('a team leader cancels a promise with a reason, and nobody else does', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id } = await promising(here, { '2026-03-12': '1000' })
  const [row] = (await as('leader').promises.list({ q: '' })).rows
  const asked = { id: row!.id, version: row!.version, reason: 'notedWrongly' }

  await expect(as('collector').promises.cancel(asked)).rejects.toMatchObject({ code: 403 })
  const cancelled = await as('leader').promises.cancel(asked)

  expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'notedWrongly' })
  expect(await caseOf(here, id)).toMatchObject({ promisedFor: null })
  await expect(as('leader').promises.cancel({ ...asked, version: cancelled.version })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })
})

test('promises are seen by whoever sees the case, and by no other agency', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id } = await promising(here, { '2026-03-12': '1000' })
  const seenBy = async (who: Parameters<typeof as>[0]) =>
    (await as(who).promises.list({ q: '' })).rows.map(({ caseId }) => caseId)

  expect(await seenBy('collector')).toEqual([id])
  expect(await seenBy('leader')).toEqual([id])
  expect(await seenBy('manager')).toEqual([id])
  expect(await seenBy('agency')).toEqual([])
  await expect(as('cs').promises.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('a case that is opened later shows what was promised and what holds it', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await promising(here, { '2026-03-14': '1000' })
  const row = (await caseOf(here, id))!
  const held = await as('leader').caseHolds.hold({ id: row.id, version: row.version, kind: 'legal', remark: 'Court' })
  await as('leader').cases.end({ id: held.id, version: held.version, reason: 'recalled' })

  await later(here, 1)
  await server.app.database.query(`update loans set state = 30 where id = '${loanId}'`)
  await server.app.taskRunners.get('doLate')!(server.app)

  const [opened] = (await as('manager').cases.open({ q: `loanId:${loanId}` })).rows
  expect(opened).toMatchObject({ state: 'allocating', hold: 'legal', promisedFor: '2026-03-14' })
})

/** Has whoever is to be reminded by now reminded. Answers what was written about an order since. */
async function reminders({ server }: Pick<World, 'server'>): Promise<string[]> {
  await server.app.taskRunners.get('sendMessages')!(server.app)
  await server.dispatcher.flush()
  const { rows } = await server.app.database.query(
    `select text from messages where template = 'promiseDue' order by id`,
  )
  return rows.map(({ text }) => text as string)
}

test('whoever has promised for today is reminded of it on that day, once, of what is left', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await promising(here, { '2026-03-12': '1000', '2026-03-14': '2000' })
  await later(here, 1)
  await tell(here, { loanId, amountMinor: 40_000 })
  await moveTo(here, '2026-03-11T05:00:00.000Z')
  expect(await reminders(here)).toEqual([])

  await moveTo(here, '2026-03-12T05:00:00.000Z')
  await reminders(here)

  const text = `Lendline: you promised to pay ₹ 600 of your loan ${loanId} on 12 Mar 2026. Please pay in the app. If you have paid already, thank you.`
  expect(await reminders(here)).toEqual([text])
})

test.for(['kept', 'cancelled', 'on hold'] as const)(
  'a promise that is %s is not reminded of',
  async (how, { as, given, server, clock }) => {
    const here = { as, given, server, clock }
    const { id, loanId } = await promising(here, { '2026-03-12': '1000' })
    if (how === 'kept') await tell(here, { loanId, amountMinor: 100_000 })
    else if (how === 'cancelled') {
      const [made] = (await as('leader').promises.list()).rows
      await as('leader').promises.cancel({ id: made!.id, version: made!.version, reason: 'x' })
    } else {
      const { version } = (await caseOf(here, id))!
      await as('leader').caseHolds.hold({ id: id as never, version, kind: 'dispute', remark: 'x' })
    }

    await moveTo(here, '2026-03-12T05:00:00.000Z')

    expect(await reminders(here)).toEqual([])
  },
)
