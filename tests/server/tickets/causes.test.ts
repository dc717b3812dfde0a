import { expect } from 'vitest'
import { openTicketFor } from '#server/modules/tickets/steps.ts'
import { statementsOf } from '#tests/support/migrations/statements.ts'
import { test } from '#tests/support/server.ts'

test('what the server asks for is said in the language of whoever reads, and found in it', async ({
  as,
  given,
  server: { app },
  clock,
}) => {
  const { id: loanId } = await given.loan({ state: 40 })
  const { rows } = await app.database.query(`select customer_id, department_id from loans where id = '${loanId}'`)
  const { customer_id: customerId, department_id: departmentId } = rows[0] as {
    customer_id: never
    department_id: never
  }
  const why = { cause: 'overpaid', named: { payment: 'PM1', amount: '₹ 90', order: loanId } } as const
  const about = { kind: 'refund', loanId, customerId, departmentId } as const
  await openTicketFor(app.database.db, why, about, { today: '2026-03-10' as never, now: clock.now(), app })
  const read = async (language: string, q = '') => (await as('ops', { language }).tickets.operation({ q })).rows

  expect(await read('en')).toMatchObject([
    {
      title: 'Give back ₹ 90',
      content: `Payment PM1 of order ${loanId} came to more than was owed.`,
      priority: 'high',
    },
  ])
  expect(await read('zh')).toMatchObject([{ title: '应退还 ₹ 90', content: `借款 ${loanId} 的还款 PM1 超过了欠款。` }])
  expect(await read('vi', 'title:"Hoàn lại"')).toHaveLength(1)
  expect(await read('vi', 'title:"Give back"')).toEqual([])
  expect(await read('ja', `content:PM1`)).toMatchObject([{ title: '₹ 90 を返金' }])
})

/** Statements of the migration that told the server's tickets by cause, about what had been written in English. */
const retelling = statementsOf('0098_causes_of_tickets').filter((statement) => /^\s*(--.*\s)*UPDATE/.test(statement))

test('what the server had asked for in English is said in every language since', async ({ as, given, server }) => {
  const { query } = server.app.database
  const { id: loanId } = await given.loan({ state: 40 })
  const opened = async (id: string, source: string, title: string, content: string) =>
    query(
      `insert into tickets (id, desk, state, kind, title, content, loan_id, customer_id, priority, source, department_id, created_at)
       select '${id}', 'operation', 'notFollowed', 'other', $1, $2, id, customer_id, 'high', $3, department_id, '2026-03-10' from loans
         where id = '${loanId}'`,
      [title, content, source],
    )
  await opened('TK1', 'system', 'Give back ₹ 1,090.50', `Payment PM1 of order ${loanId} came to more than was owed.`)
  const revoked = `Payment PM2 of order ${loanId} was asked for with coupon CP1, which was revoked before.`
  await opened('TK2', 'system', 'CP1 did not count', revoked)
  const paid = 'The channel had said that this pay-out failed. Now it says that ₹ 90 were paid (UTR –).'
  await opened('TK3', 'system', `Paid after all: ${loanId}-1`, paid)
  await opened('TK4', 'aiCall', 'Denies the debt, or is not the borrower', 'Robot call AR1')
  await opened('TK5', 'aiCall', 'Needs help', 'Robot call AR2')
  await opened('TK6', 'staff', 'Give back the keys', 'They are on the desk.')

  for (const statement of retelling) await query(statement)

  const { rows } = await as('ops', { language: 'es' }).tickets.operation({ q: 'sort:id' })
  expect(rows.map(({ title, content }) => [title, content])).toEqual([
    ['Devolver ₹ 1,090.50', `El pago PM1 del préstamo ${loanId} superó lo adeudado.`],
    [
      'El cupón CP1 no se aplicó',
      `El pago PM2 del préstamo ${loanId} se pidió con el cupón CP1, que se había revocado antes.`,
    ],
    [
      `Desembolsado al final: ${loanId}-1`,
      'El canal había dicho que este desembolso falló. Ahora dice que se pagaron ₹ 90 (UTR –).',
    ],
    ['Niega la deuda o no es el titular', 'Llamada de robot AR1'],
    ['Necesita ayuda', 'Llamada de robot AR2'],
    ['Give back the keys', 'They are on the desk.'],
  ])
})
