import { expect } from 'vitest'
import type { LocalDate } from '#contract/kernel/values.ts'
import { ruleEngine } from '#server/modules/loans/steps/decisions.ts'
import { test, type World } from '#tests/support/server.ts'
import { differencesIn, fileLines } from './support.ts'

type Here = Pick<World, 'given' | 'server'>
type Decision = readonly [by: 'rules' | 'Meera', outcome: string]

/** An application in a code, with what was decided about it, one after the other. */
async function application({ given, server }: Here, state: number, decisions: readonly Decision[]) {
  const { id: loanId } = await given.loan({ state: state as never })
  const { query } = server.app.database
  await query('delete from loan_decisions where loan_id = $1', [loanId])
  await query(
    'update loans set decided_at = null, disbursed_at = null, machine_result = null, manual_result = null, passed_once = false where id = $1',
    [loanId],
  )
  for (const [by, outcome] of decisions)
    await query(
      'insert into loan_decisions (loan_id, outcome, decided_by, at) select id, $2, $3, applied_at from loans where id = $1',
      [loanId, outcome, by === 'rules' ? ruleEngine : by],
    )
}

test('approved is whatever was passed once, also what was sent back and refused, or given up', async ({
  as,
  given,
  server,
}) => {
  const here = { given, server }
  const [undecided, returned] = [
    ['rules', 'undecided'],
    ['Meera', 'returned'],
  ] as const
  await application(here, 20, [['rules', 'passed']])
  await application(here, 27, [undecided, ['Meera', 'passed'], returned, ['Meera', 'failed']])
  await application(here, 70, [['rules', 'passed'], returned])
  await application(here, 70, [undecided])
  await application(here, 70, [])
  await application(here, 27, [undecided, ['Meera', 'failed']])
  await application(here, 21, [['rules', 'failed']])
  await application(here, 31, []) // of a book that was imported: nobody knows who passed it

  const { total } = await as('executive').loans.approvals({})

  expect(total).toMatchObject({
    applications: { value: 8 },
    approved: { value: 4, per: 6 },
    cancelled: { value: 2, per: 8 },
    manualPassed: { value: 0, per: 2 },
    manualFailed: { value: 2, per: 2 },
  })
})

test('what is no version is told as it is now, and asked for in no other way', async ({ as, given }) => {
  await given.loan({ state: 20 })
  const asked = { asOf: '2020-01-01' as LocalDate }

  await expect(as('manager').loans.approvals(asked as never)).rejects.toMatchObject({
    code: 400,
    fields: [{ field: 'asOf', reason: 'cannot be asked: this report knows no versions, only how it is now' }],
  })
})

test('the record of an export holds no personal value that was asked for', async ({ given, server, tokenOf }) => {
  await given.loan({ state: 20 })
  const q = encodeURIComponent('name:Asha kind:regular')

  const answer = await fetch(`${server.url}/api/reports/approvals/export?q=${q}`, {
    headers: { authentication: await tokenOf('manager') },
  })

  expect(answer.status).toBe(200)
  const { rows } = await server.app.database.query("select input from audit where command = 'loans.approvals.export'")
  expect(rows).toMatchObject([{ input: { q: 'name:~personal kind:regular' } }])
})

test('how long decisions took is told on the average: of the rules, and of reviewers from the application on', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const here = { given, server }
  await application(here, 20, [['rules', 'passed']])
  await application(here, 21, [['rules', 'failed']])
  await application(here, 26, [
    ['rules', 'undecided'],
    ['Meera', 'passed'],
  ])
  await application(here, 22, [['rules', 'undecided']])
  await application(here, 20, [['rules', 'passed']]) // submitted again: the first application says nothing of it
  const { query } = server.app.database
  const took = async (seconds: number, which: string) =>
    query(`update loans set decided_at = applied_at + interval '${seconds} seconds' where ${which}`)
  await took(90, "state = 20 and machine_result = 'passed'")
  await took(31, 'state = 21')
  await took(7_200, 'state = 26')
  await query('update loans set resubmits = 1 where id = (select max(id) from loans where state = 20)')

  const { total, rows } = await as('executive').loans.approvals({ by: 'product' })

  expect(total).toMatchObject({
    applications: { value: 5 },
    machineTime: { value: 121, per: 2, rows: 2 },
    manualTime: { value: 7_200, per: 1, rows: 1 },
  })
  expect(rows.map(({ cells }) => cells)).toEqual([total])
  for (const by of ['appliedAt', 'deniedCode', 'reviewer']) {
    const asked = { by, grain: 'day', measures: ['machineTime', 'manualTime'] } as const
    expect(await differencesIn({ server, tokenOf }, 'loans.approvals', asked)).toEqual([])
  }
  const lines = await fileLines(
    { server, tokenOf },
    '/reports/approvals/export?by=product&measures=machineTime,manualTime',
  )
  expect(lines[0]).toBe('Product,Auto time (s),Reviewer time (s)')
  expect(lines.at(-1)).toBe('Total,61,7200')
})
