import { expect } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { closed, daysOf, entriesOf, later, lent } from './support.ts'

test('a day is closed in the night after it, and the next goes on from what it has closed with', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await tell(here, { loanId, amountMinor: 200_000 })

  await later(here)
  const first = await closed(here)

  expect(first).toEqual({ closed: 13, imbalances: [] })
  const days = await daysOf(here)
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 13 }, (_, i) => addDays(days[0]!.day, i)))
  expect(days[0]).toMatchObject({
    ...{ day: '2026-02-26', state: 'closed', opening: { minor: 0 }, lent: { minor: 500_000 } },
    ...{ interest: { minor: 3_500 }, closing: { minor: 503_500 }, paidOut: { minor: 500_000 }, differences: 0 },
  })
  expect(days.at(-1)).toMatchObject({
    ...{ day: '2026-03-10', opening: { minor: 503_500 + 12_500 }, penalty: { minor: 5_000 } },
    ...{ repaid: { minor: 200_000 }, repaidPenalty: { minor: 17_500 }, repaidInterest: { minor: 3_500 } },
    ...{ repaidPrincipal: { minor: 179_000 }, closing: { minor: 321_000 }, received: { minor: 200_000 } },
  })
  for (const [i, day] of days.entries()) if (i > 0) expect(day.opening).toEqual(days[i - 1]!.closing)
})

test('it is closed once: a second run in the night changes nothing', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await lent(here)
  await later(here)
  await closed(here)
  const before = [await daysOf(here), await entriesOf(here)]

  const again = await closed(here)

  expect(again).toEqual({ closed: 0, imbalances: [] })
  expect([await daysOf(here), await entriesOf(here)]).toEqual(before)
})

test('nights that were missed are caught up in their order, each day with what it has booked', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  const doLate = () => server.app.taskRunners.get('doLate')!(server.app)
  await doLate()
  await later(here)
  await closed(here)
  await tell(here, { loanId, amountMinor: 100_000 })
  await later(here)
  await tell(here, { loanId, ref: 'P2', utr: '000000000002', amountMinor: 50_000 })
  await later(here)

  expect(await closed(here)).toEqual({ closed: 2, imbalances: [] })

  expect(await daysOf(here, 'day>2026-03-10')).toMatchObject([
    { day: '2026-03-11', repaid: { minor: 100_000 }, lateEntries: 0 },
    { day: '2026-03-12', repaid: { minor: 50_000 }, lateEntries: 0 },
  ])
})

test('a run that was broken off between posting and closing goes on where it was', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  await later(here)
  const { query } = server.app.database
  await query(`create function stop_here() returns trigger language plpgsql as $$ begin
      if new.day = '2026-03-01' then raise exception 'killed'; end if; return new; end $$;
    create trigger stop_here before insert on accounting_days for each row execute function stop_here()`)
  await expect(closed(here)).rejects.toThrow()
  expect((await daysOf(here)).map(({ day }) => day)).toEqual(['2026-02-26', '2026-02-27', '2026-02-28'])
  const posted = await entriesOf(here)
  await query('drop function stop_here cascade')

  expect(await closed(here)).toEqual({ closed: 10, imbalances: [] })

  expect(await entriesOf(here)).toEqual(posted)
  expect((await daysOf(here)).at(-1)).toMatchObject({ day: '2026-03-10', closing: { minor: 321_000 } })
})

test('what comes to light later is booked on its own day, with the day it counts for', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await later(here)
  await closed(here)
  const before = await daysOf(here)

  await tell(here, { loanId, amountMinor: 521_000, at: '2026-03-10T05:00:00.000Z' as never })
  await later(here)
  await closed(here)

  const days = await daysOf(here)
  expect(days.slice(0, -1)).toEqual(before)
  expect(days.at(-1)).toMatchObject({
    ...{ day: '2026-03-11', repaid: { minor: 521_000 }, closing: { minor: 0 } },
  })
  expect(days.at(-1)!.lateEntries).toBeGreaterThan(0)
  expect(await entriesOf(here, 'kind:repayment')).toMatchObject([
    { day: '2026-03-11', valueDate: '2026-03-10', isLate: true, documentId: expect.stringMatching(/^PY/) },
  ])
})

test('the database itself keeps closed days and posted entries as they are', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await lent(here)
  await later(here)
  await closed(here)
  const { query } = server.app.database

  await expect(query(`update accounting_days set gst_minor = 1`)).rejects.toThrow(/stays as it is/)
  await expect(query(`delete from journal_entries`)).rejects.toThrow(/stays as it is/)
})
