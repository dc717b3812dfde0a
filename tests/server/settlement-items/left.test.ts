import fc from 'fast-check'
import { expect } from 'vitest'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account } from '#tests/support/server.ts'
import { book, type FileLine, itemsOf, night, paid, take, test } from './support.ts'

test('what is left is explained with a reason, once, and counted on Home until then', async ({ here, as }) => {
  await book(here)
  await take(here, [
    { gatewayRef: 'A', amount: '1' },
    { gatewayRef: 'B', amount: '2' },
  ])
  const waiting = async (who: Account) =>
    (await as(who).overview.waiting({})).piles.find(({ id }) => id === 'settlementsLeft')
  expect(await waiting('executive')).toMatchObject({ count: 2 })
  const [left] = await itemsOf(here)
  const asked = { id: left!.id, version: left!.version }

  const explained = await as('manager').settlementItems.explain({ ...asked, reason: 'testTransaction' })

  expect(explained).toMatchObject({ state: 'explained', reason: 'testTransaction', explainedBy: { name: 'Manager' } })
  await expect(
    as('manager').settlementItems.explain({ id: asked.id, version: explained.version, reason: 'x' }),
  ).rejects.toMatchObject({ fault: 'not_allowed_now' })
  expect(await waiting('executive')).toMatchObject({ count: 1 })
  await night(here)
  expect(await waiting('executive')).toMatchObject({ count: 1 })
  expect((await as('executive').settlementReports.list({})).rows).toMatchObject([
    { lineCount: 2, leftCount: 1, matchedCount: 0 },
  ])
})

test('gateways are for those who keep the books: nobody else sees a file, nobody but who runs them takes one in', async ({
  here,
  as,
}) => {
  await book(here)
  await take(here, [{ gatewayRef: 'A', amount: '1' }])
  const [item] = await itemsOf(here)
  const asked = { id: item!.id, version: item!.version, reason: 'testTransaction' }

  for (const who of ['agency', 'leader', 'collector', 'group', 'supervisor', 'cs', 'reviewer', 'salesman'] as const) {
    await expect(as(who).settlementReports.list({})).rejects.toMatchObject({ code: 403 })
    await expect(as(who).settlementItems.list({})).rejects.toMatchObject({ code: 403 })
    expect(await take(here, [{ gatewayRef: 'B', amount: '1' }], { who })).toMatchObject({ code: 403 })
  }
  for (const who of ['admin', 'executive'] as const) {
    expect((await as(who).settlementItems.list({})).rows).toHaveLength(1)
    await expect(as(who).settlementItems.explain(asked)).rejects.toMatchObject({ code: 403 })
    expect(await take(here, [{ gatewayRef: 'B', amount: '1' }], { who })).toMatchObject({ code: 403 })
  }
  expect(await take(here, [{ gatewayRef: 'B', amount: '1' }], { who: 'manager' })).toMatchObject({ code: 200 })
})

restaffing('a role of an agency that is given the pages reaches no row', async ({ as, given, server, clock, raw }) => {
  const here = { as, given, server, clock, raw }
  await book(here)
  await take(here, [{ gatewayRef: 'A', amount: '1' }])
  const [item] = await itemsOf(here)
  await server.app.database.query(`insert into role_grants (role_id, page, codes, scope)
      values ('SPE', 'settlementReports', 8, 'agency'), ('SPE', 'settlementItems', 11, 'agency');
    update roles set version = version + 1 where id = 'SPE'`)

  expect((await as('agency').settlementReports.list({})).rows).toEqual([])
  expect((await as('agency').settlementItems.list({})).rows).toEqual([])
  await expect(
    as('agency').settlementItems.explain({ id: item!.id, version: item!.version, reason: 'testTransaction' }),
  ).rejects.toMatchObject({ fault: 'not_found' })
})

test('matched and left are all items, and what matches comes to what its documents come to', async ({
  here,

  server,
}) => {
  const loanId = await book(here)
  const payments = 12
  for (let n = 1; n <= payments; n++)
    await paid(here, loanId, n, { amountMinor: n * 100, state: n % 4 === 0 ? 'fail' : 'success' })
  const line = fc.record({
    of: fc.integer({ min: 1, max: payments + 3 }),
    by: fc.constantFrom('ref', 'utr', 'own'),
    off: fc.constantFrom(0, 0, 0, 1),
  })
  let files = 0

  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (lines) => {
      files += 1
      const told = lines.map(({ of, by, off }, i): FileLine => {
        const amount = ((of * 100 + off) / 100).toFixed(2)
        const gatewayRef = by === 'ref' ? `PF${of}` : `F${files}-${i}`
        const own = by === 'own' ? { ownRef: `PY260310${String(of).padStart(6, '0')}` } : {}
        return { gatewayRef, amount, ...own, ...(by === 'utr' && { utr: `UTR${String(of).padStart(9, '0')}` }) }
      })
      const once = told.filter(({ gatewayRef }, i) => told.findIndex((one) => one.gatewayRef === gatewayRef) === i)
      const answer = await take(here, once)
      if (answer.code === 400 && answer.fault === 'report_known') return
      expect(answer.code).toBe(200)

      const items = await itemsOf(here)
      const matched = items.filter(({ state }) => state === 'matched')
      expect(matched.length + items.filter(({ state }) => state === 'open').length).toBe(items.length)
      expect(new Set(matched.map(({ documentId }) => documentId)).size).toBe(matched.length)
      const { rows } = await server.app.database.query(
        `select coalesce(sum(amount_minor), 0)::int as minor from payments where state = 'success' and id = any($1)`,
        [matched.map(({ documentId }) => documentId)],
      )
      expect(matched.reduce((sum, { amount }) => sum + amount!.minor, 0)).toBe(Number(rows[0]!.minor))
      const named = new Set(items.map(({ documentId }) => documentId).filter(Boolean))
      expect(named.size).toBeGreaterThanOrEqual(payments - 3) // every success of the day: matched, left or missing
    }),
    { numRuns: 12, seed: 7 },
  )
})
