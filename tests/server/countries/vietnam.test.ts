import type { LocalDate } from '#contract/kernel/values.ts'
import { aloneIn } from '#tests/support/server.ts'
import { keepsHolidays, lendsAndReminds } from './lend.ts'

const test = aloneIn('VN')

test('in Vietnam an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'VN', /₫|VND/)
})

test('on the holidays of Vietnam no hour of business passes', async ({ as, server, clock }) => {
  const holiday = { date: '2026-09-02' as LocalDate, name: 'Quốc khánh' }

  await keepsHolidays({ as, server, clock }, 'VN', holiday)
})
