import { aloneIn } from '#tests/support/server.ts'
import { lendsAndReminds } from './lend.ts'

const test = aloneIn('ID')

test('in Indonesia an order is lent, falls overdue, and its customer is reminded in contact hours only', async ({
  as,
  server,
  clock,
}) => {
  await lendsAndReminds({ as, server, clock }, 'ID', /Rp/)
})
