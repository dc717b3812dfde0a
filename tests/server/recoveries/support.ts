import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Recovery } from '#contract/recoveries.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test as base, type World } from '#tests/support/server.ts'
import { hire } from '../collectors/support.ts'
import { dayMs, tell } from '../payments/support.ts'

export type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** What the agency of the collector gets: 8 %, and 9.5 % from 12 March on. */
export const agreeRates = ({ server }: Pick<World, 'server'>) =>
  server.app.database.query(`insert into commission_rates (agency_id, stage, valid_from, rate_ppm) values
    ('AG1', 'S1', '2026-01-01', 80000), ('AG1', 'S1', '2026-03-12', 95000)`)

/** With somebody more in the group of the collector, and rates that were agreed. */
export const test = base.extend<{ colleague: IdOf<'collector'> }>({
  colleague: [
    async ({ server }, use) => {
      const { query } = server.app.database
      const id = await hire({ server }, 'second', { stages: ['S1', 'S2'] })
      await agreeRates({ server })
      await use(id)
      await query(`delete from staff_roles where staff_id = '${id}'; delete from staff where id = '${id}'`)
    },
    { auto: true },
  ],
})

export const first = 'S-collector' as IdOf<'collector'>

/** A case of the collector that owes ₹5,210 on 10 March: given to them at the moment it was opened. */
export async function held({ given, server }: Here, about: Parameters<World['given']['case']>[0] = {}) {
  const one = await given.case({ collector: 'collector', ...about })
  await server.app.database.query(`update loans set disbursed_at = timestamp '2026-02-26 06:00Z'`)
  return one
}

/** Transfers a case to somebody. */
export async function give({ as }: Here, id: IdOf<'case'>, to: IdOf<'collector'>) {
  const [row] = (await as('manager').cases.open({ q: `id:${id}` })).rows
  await as('manager').cases.transfer({ id, version: row!.version, to, kind: 'selected' })
}

export const later = (here: Here, days: number) =>
  moveTo(here, new Date(here.clock.now().getTime() + days * dayMs).toISOString())

/** Recoveries, the first written first. */
export const rowsOf = async ({ as }: Pick<World, 'as'>, q = '', who: Parameters<World['as']>[0] = 'executive') =>
  (await as(who).recoveries.list({ q })).rows.toSorted((a, b) => Number(a.id.slice(8)) - Number(b.id.slice(8)))

/** Whose a row is, how it stands, what came in and what the agency gets of it. */
export const told = ({
  collector,
  state,
  amount,
  commission,
}: Pick<Recovery, 'collector' | 'state' | 'amount' | 'commission'>) =>
  `${(collector.id as string) === first ? 'first' : 'second'} ${state} ${amount.minor} ${commission.minor}`

/** Pays something of an order. */
export const pay = (
  here: Here,
  loanId: IdOf<'loan'>,
  amountMinor: number,
  more: Partial<Parameters<typeof tell>[1]> = {},
) => tell(here, { loanId, amountMinor, ref: `P${amountMinor}`, utr: String(amountMinor).padStart(12, '0'), ...more })

/** Every amount a second time: the parts come to the whole, the commission to rate by amount, what is taken back to nothing. */
export async function mustAddUp(here: Pick<World, 'as'>) {
  for (const row of await rowsOf(here)) {
    const parts = [row.toPrincipal, row.toInterest, row.toFee, row.toPenalty, row.extensionFee]
    expect(parts.reduce((sum, { minor }) => sum + minor, 0)).toBe(row.amount.minor)
    const exact = (BigInt(Math.abs(row.amount.minor)) * BigInt(row.commissionRate ?? 0) * 2n + 1_000_000n) / 2_000_000n
    expect(Math.abs(row.commission.minor)).toBe(Number(exact))
    expect(Math.sign(row.commission.minor)).toBe(row.commissionRate ? Math.sign(row.amount.minor) : 0)
  }
}
