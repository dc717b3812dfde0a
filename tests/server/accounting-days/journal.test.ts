import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { pages } from '#contract/menu.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { closed, later, lent } from './support.ts'

/** Lines of the journal file, without its heading, and what stands in the heading. */
async function fileOf(
  { server, tokenOf }: Pick<World, 'server' | 'tokenOf'>,
  who: Account,
  { from, to, language = 'en' }: { readonly from: string; readonly to: string; readonly language?: string },
): Promise<string[][]> {
  const headers = { authentication: await tokenOf(who), 'accept-language': language }
  const response = await fetch(`${server.url}/api/accounting-days/journal?from=${from}&to=${to}`, { headers })
  return parse(await response.text(), { bom: true }) as string[][] // without options for columns it is
}

test('the journal of days is a file in double entry, in the words of whoever takes it along, and on the record', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  await later(here)
  await closed(here)

  const [head, ...rows] = await fileOf({ server, tokenOf }, 'manager', { from: '2026-02-26', to: '2026-03-10' })

  expect(head!.slice(0, 6)).toEqual(['Day', 'Account', 'Account name', 'Debit', 'Credit', 'Currency'])
  const sum = (column: number) => rows.reduce((all, row) => all + Math.round(Number(row[column] || 0) * 100), 0)
  expect(sum(3)).toBe(sum(4))
  expect(sum(3)).toBe(503_500 + 17_500 + 200_000)
  expect(rows.filter(([day]) => day === '2026-02-26').map((row) => row.slice(1, 9))).toEqual([
    ['1110', 'Loans, principal', '5000.00', '', 'INR', 'Payout', 'Order', loanId],
    ['1120', 'Interest receivable', '35.00', '', 'INR', 'Payout', 'Order', loanId],
    ['1010', 'Bank, payouts', '', '5000.00', 'INR', 'Payout', 'Order', loanId],
    ['4010', 'Interest income', '', '35.00', 'INR', 'Payout', 'Order', loanId],
  ])
  const { rows: log } = await server.app.database.query(
    `select actor_name, object_id from audit where command = 'accountingDays.journal'`,
  )
  expect(log).toEqual([{ actor_name: 'Manager', object_id: '2026-02-26 2026-03-10' }])
  const told = { from: '2026-03-10', to: '2026-03-10', language: 'zh' }
  const names = (await fileOf({ server, tokenOf }, 'executive', told)).map(([, , name]) => name)
  expect(names).toContain('应收利息')
})

test('there is no journal of a day that is not closed, nor of days that run backwards', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await lent(here)
  await later(here)
  await closed(here)
  const { journal } = as('manager').accountingDays

  await expect(journal({ from: '2026-03-10' as never, to: '2026-03-11' as never })).rejects.toMatchObject({
    fault: 'day_not_closed',
  })
  await expect(journal({ from: '2026-03-10' as never, to: '2026-03-09' as never })).rejects.toMatchObject({
    fault: 'period_reversed',
  })
  await expect(journal({ from: 'yesterday' as never, to: '2026-03-09' as never })).rejects.toMatchObject({ code: 400 })
})

test('the books are for those who keep them: nobody else sees a day, an entry or a journal', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await lent(here)
  await later(here)
  await closed(here)
  const day = { from: '2026-03-10' as never, to: '2026-03-10' as never }
  const without: readonly Account[] = [
    'agency',
    'leader',
    'collector',
    'group',
    'supervisor',
    'cs',
    'reviewer',
    'salesman',
  ]

  for (const who of without) {
    await expect(as(who).accountingDays.list({})).rejects.toMatchObject({ code: 403 })
    await expect(as(who).accountingDays.entries({})).rejects.toMatchObject({ code: 403 })
    await expect(as(who).accountingDays.journal(day)).rejects.toMatchObject({ code: 403 })
  }
  for (const who of ['admin', 'executive', 'manager', 'ops'] as const) {
    expect((await as(who).accountingDays.list({})).rows).toHaveLength(13)
  }
  expect(pages.accountingDays).toBe('/order_management/accounting_day')
})

restaffing(
  'a role of an agency that is given the pages reaches no day, no entry and no file',
  async ({ as, given, server, clock }) => {
    const here = { as, given, server, clock }
    await lent(here)
    await later(here)
    await closed(here)
    await server.app.database.query(`insert into role_grants (role_id, page, codes, scope)
      values ('SPE', 'accountingDays', 8, 'agency'), ('SPE', 'journalEntries', 8, 'agency');
    update roles set version = version + 1 where id = 'SPE'`)
    const day = { from: '2026-03-10' as never, to: '2026-03-10' as never }

    expect((await as('agency').accountingDays.list({})).rows).toEqual([])
    expect((await as('agency').accountingDays.entries({})).rows).toEqual([])
    await expect(as('agency').accountingDays.journal(day)).rejects.toMatchObject({ fault: 'day_not_closed' })
  },
)
