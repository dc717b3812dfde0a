import type { LocalDate } from '#contract/kernel/values.ts'
import { aloneIn } from '#tests/support/server.ts'
import { keepsHolidays, lendsAndReminds } from './lend.ts'

const test = aloneIn('ID')

test('in Indonesia an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'ID', /Rp/)
})

test('on the holidays of Indonesia no hour of business passes, and customers are left alone', async ({
  as,
  server,
  clock,
}) => {
  const holiday = { date: '2026-08-17' as LocalDate, name: 'Hari Ulang Tahun Kemerdekaan Republik Indonesia' }

  await keepsHolidays({ as, server, clock }, 'ID', holiday)
})
