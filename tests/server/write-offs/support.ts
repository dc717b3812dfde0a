import { money } from '#contract/kernel/money.ts'
import type { World } from '#tests/support/server.ts'

export const rupees = (amount: string) => money(amount, 'INR')
export const today = '2026-03-10' as never
/** Money that came past the channels. */
export const slip = {
  channel: 'bankTransfer',
  bankCode: 'HDFC',
  utr: '123456789012',
  upi: 'asha@okhdfc',
  repaidOn: today,
} as const

export const loanOf = ({ as }: Pick<World, 'as'>, id: string) => as('ops').loans.detail({ id: id as never })
/** An order five days overdue that owes 5,210: what acts on it need. */
export async function owing({ given }: Pick<World, 'given'>, about: Parameters<World['given']['plan']>[0] = {}) {
  const { loanId } = await given.plan(about)
  return { id: loanId, version: 2 as never } // its due date was written down after it came to be
}
/** Everything that money can change. */
export async function books({ server }: Pick<World, 'server'>) {
  const { rows } = await server.app.database.query(
    `select (select json_agg(p order by id) from payments p) as payments, (select json_agg(a) from allocations a) as allocations,
       (select json_agg(p order by id) from plans p) as plans, (select json_agg(l order by id) from loans l) as loans,
       (select json_agg(l) from losses l) as losses, (select json_agg(w) from write_offs w) as "writeOffs"`,
  )
  return rows[0]
}
