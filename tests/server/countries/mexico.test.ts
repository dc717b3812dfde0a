import type { LocalDate } from '#contract/kernel/values.ts'
import { aloneIn } from '#tests/support/server.ts'
import { keepsHolidays, lendsAndReminds } from './lend.ts'

const test = aloneIn('MX')

test('in Mexico an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'MX', /MXN|\$/)
})

test('on the holidays of Mexico no hour of business passes', async ({ as, server, clock }) => {
  const holiday = { date: '2026-09-16' as LocalDate, name: 'Día de la Independencia' }

  await keepsHolidays({ as, server, clock }, 'MX', holiday)
})
