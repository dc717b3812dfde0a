import { expect } from 'vitest'
import { pdfText } from '#tests/support/pdf.ts'
import { held, later, pay, rowsOf, test } from '../recoveries/support.ts'
import { closed, drawn, linesOf, month, onDay, opened, statementsOf, toldLine } from './support.ts'

test('two people say that it is right, never the same one; what is confirmed waits in the inbox', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')
  const [{ id, version }] = (await drawn(here, '2026-03')) as never as [{ id: never; version: never }]
  await expect(as('executive').commissionStatements.close({ id, version })).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })

  const once = await as('manager').commissionStatements.confirm({ id, version })

  expect(once).toMatchObject({ state: 'confirmed', confirmedBy: { name: 'Manager' }, closedBy: null })
  const [waiting] = (await as('executive').approvals.list({ q: 'page:commissionStatements' })).rows
  expect(waiting).toMatchObject({ id, command: 'commissionStatements.close', amount: { minor: 8_000 } })
  await expect(as('manager').commissionStatements.close({ id, version: once.version })).rejects.toMatchObject({
    fault: 'own_request',
  })
  const twice = await as('executive').commissionStatements.close({ id, version: once.version })
  expect(twice).toMatchObject({ state: 'closed', confirmedBy: { name: 'Manager' }, closedBy: { name: 'Executive' } })
  expect((await as('executive').approvals.list({ q: 'page:commissionStatements' })).rows).toEqual([])
  for (const verb of ['confirm', 'close'] as const) {
    await expect(as('executive').commissionStatements[verb]({ id, version: twice.version })).rejects.toMatchObject({
      ...(verb === 'close' ? { fault: 'not_allowed_now' } : { code: 403 }),
    })
  }
})

test('one that is wrong is sent back with a reason, and confirmed anew by anybody who may', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')
  const [{ id, version }] = (await drawn(here, '2026-03')) as never as [{ id: never; version: never }]
  const once = await as('leader').commissionStatements.confirm({ id, version })

  const back = await as('manager').commissionStatements.sendBack({ id, version: once.version, note: 'Rate of S2' })

  expect(back).toMatchObject({ state: 'drawn', confirmedBy: null, confirmedAt: null, note: 'Rate of S2' })
  const again = await as('manager').commissionStatements.confirm({ id, version: back.version })
  expect(again).toMatchObject({ confirmedBy: { name: 'Manager' }, note: null })
})

test('what is in dispute is in the total and beside it; once closed it stands still, and the decision comes later', async ({
  as,
  given,
  server,
  clock,
  colleague,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await pay(here, loanId, 20_000)
  const [row] = await rowsOf(here)
  const { id } = row!
  await as('leader').recoveries.dispute({ id, version: row!.version, to: colleague, reason: 'promisedToMe' })
  await onDay(here, '2026-04-01')
  const [open] = await drawn(here, '2026-03')
  expect(open).toMatchObject({ recovered: { minor: 120_000 }, disputed: { minor: 100_000 } })
  expect(open).toMatchObject({ commission: { minor: 9_600 }, disputedCommission: { minor: 8_000 } })
  expect(await opened(here, `statementId:${open!.id} state:disputed`)).toEqual([1, 100_000, 8_000])
  const march = await closed(here, open!)
  const [disputed] = await rowsOf(here, `id:${id}`)
  await later(here, 1)

  await as('manager').recoveries.pass({ id, version: disputed!.version })

  await onDay(here, '2026-05-01')
  const [same, april] = await drawn(here, '2026-04')
  expect(same).toEqual(march)
  expect(same).toMatchObject({ disputed: { minor: 100_000 }, disputedCommission: { minor: 8_000 } })
  expect(await opened(here, `statementId:${same!.id} is:isOpenAtClosing`)).toEqual([1, 100_000, 8_000])
  expect((await linesOf(here, april!.id)).map(toldLine)).toEqual(['2026-03 correction S1 80000 2 0 0'])
  expect(await opened(here, `statementId:${april!.id}`)).toEqual([2, 0, 0])
  expect(april).toMatchObject({ disputed: { minor: 0 } })
})

test('nothing of a closed statement is disputed any more', async ({ as, given, server, clock, colleague }) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')
  await closed(here, (await drawn(here, '2026-03'))[0]!)
  const [row] = await rowsOf(here)
  expect(row).toMatchObject({ isClosed: true, isOpenAtClosing: false })

  const asked = as('leader').recoveries.dispute({ id: row!.id, version: row!.version, to: colleague, reason: 'x' })

  await expect(asked).rejects.toMatchObject({ fault: 'statement_closed' })
})

test('an agency sees and confirms its own statements, and never those of another', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')
  const [{ id, version }] = (await drawn(here, '2026-03')) as never as [{ id: never; version: never }]

  expect(await statementsOf(here, '', 'leader')).toMatchObject([{ id }])
  expect(await statementsOf(here, '', 'agency')).toEqual([])
  expect(await linesOf(here, id, 'leader')).toHaveLength(1)
  expect(await linesOf(here, id, 'agency')).toEqual([])
  await expect(as('agency').commissionStatements.confirm({ id, version })).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('agency').commissionStatements.draw({ month: month('2026-03') })).rejects.toMatchObject({ code: 403 })
  await expect(as('leader').commissionStatements.close({ id, version })).rejects.toMatchObject({ code: 403 })
  for (const who of ['collector', 'group', 'cs'] as const) {
    await expect(as(who).commissionStatements.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  }
  expect(await as('leader').commissionStatements.confirm({ id, version })).toMatchObject({ state: 'confirmed' })
})

test('a statement is taken along as a paper with every line, by whoever may see it, and that is recorded', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await held(here)
  await pay(here, loanId, 100_000)
  await onDay(here, '2026-04-01')
  const [{ id }] = (await drawn(here, '2026-03')) as never as [{ id: string }]
  const path = `/commission-statements/${id}/paper`

  const { text } = await pdfText(path, 'leader', { server, tokenOf })

  expect(text).toContain(`In-house collections · 2026-03`)
  expect(text).toContain('2026-03 Payment S1 8 % 1 ₹ 1,000 ₹ 80 ₹ 0')
  const { rows } = await server.app.database.query(
    `select actor_id, object_id from audit where command = 'commissionStatements.paper'`,
  )
  expect(rows).toEqual([{ actor_id: 'S-leader', object_id: id }])
  await expect(as('agency').commissionStatements.paper({ id: id as never })).rejects.toMatchObject({
    fault: 'not_found',
  })
})
