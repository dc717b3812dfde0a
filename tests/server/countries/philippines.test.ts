import type { LocalDate } from '#contract/kernel/values.ts'
import { aloneIn } from '#tests/support/server.ts'
import { keepsHolidays, lendsAndReminds } from './lend.ts'

const test = aloneIn('PH')

test('in the Philippines an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'PH', /₱/)
})

test('on the holidays of the Philippines no hour of business passes', async ({ as, server, clock }) => {
  const holiday = { date: '2026-06-12' as LocalDate, name: 'Independence Day' }

  await keepsHolidays({ as, server, clock }, 'PH', holiday)
})
