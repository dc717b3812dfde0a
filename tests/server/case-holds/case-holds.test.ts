import { expect } from 'vitest'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
const caseOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('leader').cases.open({ q: `id:${id}` })).rows[0]!
const night = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('expireHolds')!(server.app)
const holdsOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('leader').caseHolds.ofCase({ id: id as never })).holds

test('a collector puts a case on hold, it says what that stops, and a team leader lifts it', async ({
  as,
  given,
  clock,
}) => {
  const { id, version } = await given.case({ collector: 'collector' })

  const held = await as('collector').caseHolds.hold({ id, version, kind: 'dispute', remark: 'Says it is paid' })

  expect(held.hold).toBe('dispute')
  expect(await holdsOf({ as }, id)).toMatchObject([
    {
      ...{ state: 'active', kind: 'dispute', remark: 'Says it is paid', until: null, ticketId: null },
      ...{ stops: ['allocation', 'robots', 'messages', 'calls'], setBy: 'Collection specialist', endedBy: null },
      setAt: clock.now().toISOString(),
    },
  ])
  const lifting = { id, version: held.version, remark: 'Bank says no' }
  await expect(as('collector').caseHolds.lift(lifting)).rejects.toMatchObject({ code: 403 })
  const lifted = await as('leader').caseHolds.lift(lifting)
  expect(lifted.hold).toBeNull()
  expect(await holdsOf({ as }, id)).toMatchObject([
    { state: 'lifted', endedBy: 'Collection team leader', endRemark: 'Bank says no' },
  ])
  await expect(as('leader').caseHolds.lift({ ...lifting, version: lifted.version })).rejects.toMatchObject({
    fault: 'not_on_hold',
  })
})

test('of several holds the case shows the strongest; once that is lifted, the next', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  const { version: second } = await as('collector').caseHolds.hold({ id, version, kind: 'dispute', remark: 'x' })
  const both = await as('collector').caseHolds.hold({ id, version: second, kind: 'deceased', remark: 'x' })

  expect(both.hold).toBe('deceased')
  const again = as('collector').caseHolds.hold({ id, version: both.version, kind: 'deceased', remark: 'x' })
  await expect(again).rejects.toMatchObject({ fault: 'held_already', fields: [{ field: 'kind' }] })
  const lifted = await as('leader').caseHolds.lift({ id, version: both.version, remark: 'Alive' })
  expect(lifted.hold).toBe('dispute')
})

test('a closed case shows the hold it had; what holds its order no more is not lifted', async ({
  as,
  given,
  server,
}) => {
  const { id, version } = await given.case({ collector: 'collector' })
  await as('collector').caseHolds.hold({ id, version, kind: 'legal', until: '2026-03-10' as never, remark: 'x' })
  const { version: held } = await caseOf({ as }, id)
  const ended = await as('leader').cases.end({ id, version: held, reason: 'recalled' })
  await server.app.database.query(`update case_holds set state = 'expired', ended_at = now()`)

  const lifting = as('leader').caseHolds.lift({ id, version: ended.version, remark: 'x' })

  await expect(lifting).rejects.toMatchObject({ code: 400, fault: 'not_on_hold' })
})

test.for([
  ['promise', undefined, 'until_needed'],
  ['promise', '2026-03-09', 'until_in_past'],
  ['legal', '2026-03-09', 'until_in_past'],
] as const)('a hold for %s until %s is refused', async ([kind, until, fault], { as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })

  const holding = as('collector').caseHolds.hold({ id, version, kind, until: until as never, remark: 'x' })

  await expect(holding).rejects.toMatchObject({ fault, fields: [{ field: 'until' }] })
})

test('the night after its last day a hold is over, and runs once', async ({ as, given, server, clock }) => {
  const here: Here = { as, given, server, clock }
  const { id, version } = await given.case({ collector: 'collector' })
  await as('collector').caseHolds.hold({ id, version, kind: 'promise', until: '2026-03-12' as never, remark: 'x' })

  await moveTo(here, '2026-03-12T18:00:00.000Z')
  expect(await night(here)).toEqual({ done: 0, refused: 0 })
  await moveTo(here, '2026-03-12T19:00:00.000Z')
  expect(await night(here)).toEqual({ done: 1, refused: 0 })
  expect(await night(here)).toEqual({ done: 0, refused: 0 })

  expect(await caseOf(here, id)).toMatchObject({ hold: null })
  expect(await holdsOf(here, id)).toMatchObject([{ state: 'expired', endedBy: null }])
})

test('whoever has promised is still reminded; whoever disputes the debt is not', async ({ as, given }) => {
  const hold = async (kind: 'promise' | 'dispute') => {
    const { id, version } = await given.case({ collector: 'collector', phone: '9000012345' })
    const until = '2026-03-14' as never
    const held = await as('collector').caseHolds.hold({ id, version, kind, until, remark: 'x' })
    return as('collector').messages.remindCase({ id, version: held.version })
  }

  await expect(hold('promise')).resolves.toBeTruthy()
  await expect(hold('dispute')).rejects.toMatchObject({ fault: 'case_on_hold' })
})

test('a complaint about the debt holds it until it is answered, and nobody lifts that by hand', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here: Here = { as, given, server, clock }
  const { id, loanId } = await given.case({ collector: 'collector' })
  const { loan } = await as('cs').loans.detail({ id: loanId })
  const asked = { kind: 'complaint', title: 'Paid twice', content: 'Details', priority: 'high' } as const

  await as('cs').tickets.open({ id: loan.id, version: loan.version, ...asked })

  const held = await caseOf(here, id)
  const [hold] = await holdsOf(here, id)
  expect(held.hold).toBe('dispute')
  expect(hold).toMatchObject({
    setBy: 'complaint',
    remark: 'Paid twice',
    stops: ['allocation', 'robots', 'messages', 'calls'],
  })
  await expect(as('leader').caseHolds.lift({ id, version: held.version, remark: 'x' })).rejects.toMatchObject({
    ...{ fault: 'complaint_open', msg: `The complaint ${hold!.ticketId} has to be answered first` },
  })
  expect(await night(here)).toEqual({ done: 0, refused: 0 })
  await server.app.database.query(`update tickets set first_response_at = now() where id = '${hold!.ticketId}'`)
  expect(await night(here)).toEqual({ done: 1, refused: 0 })
  expect(await caseOf(here, id)).toMatchObject({ hold: null })
  expect(await holdsOf(here, id)).toMatchObject([{ state: 'answered' }])
})

test('holds are seen and set by whoever sees the case', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'agency' })

  await expect(as('collector').caseHolds.ofCase({ id })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('collector').caseHolds.hold({ id, version, kind: 'legal', remark: 'x' })).rejects.toMatchObject({
    fault: 'not_found',
  })
  await expect(as('cs').caseHolds.ofCase({ id })).rejects.toMatchObject({ code: 403 })
})
