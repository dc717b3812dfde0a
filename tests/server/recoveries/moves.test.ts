import { expect } from 'vitest'
import { below, test, unitOf } from '../units/support.ts'
import { agreeRates, held, later, mustAddUp, pay, rowsOf } from './support.ts'

test('the price of an extension is whoever’s who had the case, with its fee beside what was in arrears', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await agreeRates(here)
  const charged = { penalty: 0, interest: 3_500, principal: 500_000 }
  const { id, loanId } = await held(here, { state: 50, dueDate: '2026-03-07' as never, charged })
  const { rows: loans } = await query(`select version from loans where id = '${loanId}'`)
  await as('ops').extensions.quote({ id: loanId, version: loans[0]!.version as never })
  const [offer] = (await as('ops').extensions.list({ q: '' })).rows
  await as('ops').extensions.sendLink({ id: offer!.id, version: offer!.version })
  const { rows: links } = await query('select id from payment_links')

  await pay(here, loanId, 76_000, { linkId: links[0]!.id as string })

  expect(await rowsOf(here)).toMatchObject([
    {
      ...{ kind: 'extension', caseId: id, overdueDays: 3, amount: { minor: 76_000 }, extensionFee: { minor: 65_000 } },
      ...{ toPenalty: { minor: 7_500 }, toInterest: { minor: 3_500 }, commission: { minor: 6_080 } },
    },
  ])
  await mustAddUp(here)
})

test('a group that moves to another agency earns for that one from then on', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await agreeRates(here)
  const { loanId } = await held(here)
  await pay(here, loanId, 10_000)
  await later(here, 1)
  await as('ops').units.move({ ...(await unitOf({ as }, 'AG1A')), parentId: below('AG2D1') })
  await later(here, 1)

  await pay(here, loanId, 20_000)
  await pay(here, loanId, 5_000, { at: '2026-03-10T08:00:00.000Z' as never })

  const rows = await rowsOf(here)
  expect(rows.map(({ agency, amount }) => `${agency!.id} ${amount.minor}`)).toEqual([
    ...['AG1 10000', 'AG2 20000', 'AG1 5000'],
  ])
  const { rows: holdings } = await query(
    'select agency_id as agency, until_at is null as open, unit_path as path from case_holdings order by id',
  )
  expect(holdings).toMatchObject([
    { agency: 'AG1', open: false },
    { agency: 'AG2', open: true },
  ])
  expect(new Set(holdings.map(({ path }) => path)).size).toBe(1)
  await mustAddUp(here)
})

test('a case that is closed and opened again is theirs only while it was open', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { id, loanId } = await held(here)
  await later(here, 1)
  const [open] = (await as('leader').cases.open({ q: `id:${id}` })).rows
  await as('leader').cases.end({ id, version: open!.version, reason: 'recalled' })
  const meanwhile = new Date(clock.now().getTime() + 60_000).toISOString()
  await later(here, 0.25)
  const [closed] = (await as('leader').cases.closed({ q: `id:${id}` })).rows
  await as('leader').cases.reopen({ id, version: closed!.version })
  await later(here, 0.25)

  await pay(here, loanId, 20_000)
  await pay(here, loanId, 10_000, { at: meanwhile as never })
  await pay(here, loanId, 5_000, { at: '2026-03-10T12:00:00.000Z' as never })

  expect((await rowsOf(here)).map(({ amount }) => amount.minor)).toEqual([20_000, 5_000])
})
