import type { LocalDate } from '#contract/kernel/values.ts'
import { aloneIn } from '#tests/support/server.ts'
import { keepsHolidays, lendsAndReminds } from './lend.ts'

const test = aloneIn('NG')

test('in Nigeria an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'NG', /₦/)
})

test('on the holidays of Nigeria no hour of business passes', async ({ as, server, clock }) => {
  const holiday = { date: '2026-10-01' as LocalDate, name: 'Independence Day' }

  await keepsHolidays({ as, server, clock }, 'NG', holiday)
})
