import fc from 'fast-check'
import { expect } from 'vitest'
import { closeDays } from '#server/modules/accounting-days/close.ts'
import { loansToPost } from '#server/modules/accounting-days/loans-to-post.ts'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { type Correction, steps } from './happenings.ts'
import { closed, type Here, later, lent } from './support.ts'

const mark = `name = 'accountingDays.mark'`

/** The books as they stand, but for when their rows were written. */
async function books({ server }: Pick<Here, 'server'>) {
  const { query } = server.app.database
  const { rows: days } = await query('select * from accounting_days order by day, currency')
  const { rows: entries } = await query('select * from journal_entries order by id')
  return { days: days.map(({ id: _, created_at: __, closed_at: ___, version: ____, ...day }) => day), entries }
}

/** Closes the same night once more, over every order there is. What the nights have kept stays as it was. */
async function recomputed(here: Here) {
  const { database, clock } = here.server.app
  const { rows } = await database.query(`delete from settings where ${mark} returning value`)
  const { imbalances } = await closeDays(database, clock)
  return { imbalances, wasMarked: rows.length === 1, ...(await books(here)) }
}

const seen = async ({ server }: Pick<Here, 'server'>): Promise<readonly string[] | 'all'> => {
  for await (const loans of loansToPost(server.app.database, { all: false })) return 'ids' in loans ? loans.ids : 'all'
  return []
}

/** These orders and no others. Where other tests write in the same cluster, what is still under way is looked at once more. */
const exactly = (ids: readonly string[], { server }: Pick<Here, 'server'>): readonly string[] =>
  server.app.database.kind === 'embedded' ? ids : expect.arrayContaining([...ids])

test('nights that look at what has changed come to what nights do that look at the whole book', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  await query(`insert into parameters (id, value) values ('payment.reversal', 'true')
    on conflict (id) do update set value = excluded.value`)
  const orders = [await lent(here), await lent(here), await lent(here)]
  await later(here)
  await closed(here)
  const happening = fc.tuple(fc.constantFrom(...(Object.keys(steps) as Correction[])), fc.nat(orders.length - 1))
  const happens = fc.array(happening, { minLength: 6, maxLength: 14 })

  for (const sequence of fc.sample(happens, { numRuns: 6, seed: 138 })) {
    for (const [step, i] of sequence) await steps[step](here, orders[i]!.loanId as never)
    await later(here)
    const { imbalances } = await closed(here)
    const after = await books(here)
    // the day that was closed is to be closed again, from the whole book
    await query(`delete from journal_pending`)
    const last = `(select max(day) from accounting_days)`
    await query(`begin; set local session_replication_role = replica;
      delete from journal_entries where day = ${last}; delete from accounting_days where day = ${last}; commit`)
    expect(await recomputed(here)).toEqual({ imbalances, wasMarked: true, ...after })
  }
})

test('a night looks at orders that were written to since, and at what it has left the night before', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const [paid, , differing] = [await lent(here), await lent(here), await lent(here)]
  expect(await seen(here)).toBe('all')
  await later(here)
  // told after midnight, before the night's work: of a day that is not over
  await tell(here, { loanId: paid.loanId, amountMinor: 100_000 })
  const { query } = server.app.database
  await query(`update plans set paid_principal = 1 where loan_id = '${differing.loanId}'`)
  await closed(here)

  expect(await seen(here)).toEqual(exactly([paid.loanId, differing.loanId].toSorted(), here))

  await query(`update plans set paid_principal = 0 where loan_id = '${differing.loanId}'`)
  await later(here)
  expect((await closed(here)).imbalances).toEqual([])
  expect(await seen(here)).toEqual(exactly([], here))
  expect((await query(`select kind from journal_entries where loan_id = '${paid.loanId}'`)).rows).toContainEqual({
    kind: 'repayment',
  })
})

test('what a night has left stays on the list until it adds up, also where nobody touches it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await later(here)
  await server.app.database.query(`update plans set paid_principal = 1`)
  for (let night = 0; night < 3; night++) {
    expect((await closed(here)).imbalances).toMatchObject([{ loanId }])
    await later(here)
  }
})

test('a book that was restored is looked at as a whole: its transactions are numbered anew', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  await lent(here)
  await later(here)
  await closed(here)
  expect(await seen(here)).toEqual(exactly([], here))

  // a copy of the row is written by a transaction that it does not name
  await server.app.database.query(`update settings set value = value where ${mark}`)

  expect(await seen(here)).toBe('all')
})
