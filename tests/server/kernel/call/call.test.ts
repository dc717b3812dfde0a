import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'

test('the same key and body get the same answer, and the money moves once', async ({ as, given }) => {
  const { id, version } = await given.loan()
  const ops = as('ops', { idempotencyKey: 'once' })

  const first = await ops.loans.redisburse({ id, version })
  const second = await ops.loans.redisburse({ id, version })

  expect(second).toEqual(first)
  expect((await as('ops').loans.detail({ id })).payouts).toHaveLength(2)
})

test('the same key with another body is refused', async ({ as, given }) => {
  const [one, other] = [await given.loan(), await given.loan()]
  const ops = as('ops', { idempotencyKey: 'once' })
  await ops.loans.redisburse({ id: one.id, version: one.version })

  const reused = ops.loans.redisburse({ id: other.id, version: other.version })

  await expect(reused).rejects.toMatchObject({ code: 400, fault: 'idempotency_reuse' })
})

test('the same key with the same file gets the same answer, and with another file is refused', async ({ raw }) => {
  const head = 'template,statement,1\nbookedOn,utr,amount,bank\n'
  const send = (line: string) => {
    const body = new FormData()
    body.append('file', new Blob([`${head}${line}\n`]), 'sheet.csv')
    return raw('POST /statements', { who: 'ops', body, headers: { 'idempotency-key': 'k-1' } })
  }

  const first = await send('2026-03-10,100000000001,5210.00,HDFC')

  expect(first).toMatchObject({ code: 200, data: { lines: 1 } })
  expect(await send('2026-03-10,100000000001,5210.00,HDFC')).toMatchObject({ code: 200, data: first.data })
  expect(await send('2026-03-10,100000000002,77.00,HDFC')).toMatchObject({ code: 400, fault: 'idempotency_reuse' })
})

test('money does not move without a key', async ({ raw, given }) => {
  const { id, version } = await given.loan()
  const body = JSON.stringify({ id, version })

  const answer = await raw('POST /loans/redisburse', {
    who: 'ops',
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({ code: 400, fault: 'idempotency_missing' })
})

test('a text with a sign that no database keeps is refused by its field, in a body and in a line', async ({
  given,
  raw,
}) => {
  const { id, version } = await given.loan({ state: 20 })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'nul' }

  const body = JSON.stringify({ id, version, reason: 'a\0b' })
  const written = await raw('POST /loans/cancel', { method: 'POST', who: 'manager', body, headers })
  const read = await raw(`GET /loans/count?q=${encodeURIComponent('name:"a\0b"')}`, { who: 'ops' })

  const reason = 'has a sign that cannot be written down'
  expect(written).toMatchObject({ code: 400, fault: 'invalid', fields: [{ field: 'reason', reason }] })
  expect(read).toMatchObject({ code: 400, fault: 'invalid', fields: [{ field: 'q', reason }] })
})

test('a rehearsal answers what would happen and changes nothing', async ({ as, given }) => {
  const { id, version } = await given.loan()

  const rehearsed = await as('ops', { rehearse: true }).loans.redisburse({ id, version })

  expect(rehearsed.state).toBe(29)
  const { loan, payouts } = await as('ops').loans.detail({ id })
  expect(loan).toMatchObject({ state: 31, version })
  expect(payouts).toHaveLength(1)
})

test('a row that somebody changed meanwhile is refused, saying who', async ({ as, given }) => {
  const { id, version } = await given.loan()
  await as('manager').loans.redisburse({ id, version })

  const late = as('ops').loans.redisburse({ id, version })

  await expect(late).rejects.toMatchObject({ fault: 'stale_version', msg: 'Changed by Manager meanwhile, look again' })
})

test('an order in the wrong state is refused with what it needs, in the reader’s words', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 30 })

  const refused = as('ops').loans.redisburse({ id, version })

  await expect(refused).rejects.toMatchObject({
    fault: 'not_allowed_now',
    msg: 'Not possible in 30 Awaiting repayment; needs 31 Disbursement failed',
  })
})

test('malformed input names the field and the reason, and changes nothing', async ({ raw, as, given }) => {
  const { id } = await given.loan()
  const body = JSON.stringify({ id, version: 'one' })
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }

  const answer = await raw('POST /loans/redisburse', { who: 'ops', body, headers })

  expect(answer).toMatchObject({
    code: 400,
    fault: 'invalid',
    fields: [{ field: 'version', reason: 'must be number' }],
  })
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(31)
})

test('a body that is no JSON is refused as input, not as a defect', async ({ raw }) => {
  const headers = { 'content-type': 'application/json' }

  await expect(raw('POST /login', { body: '{"username":', headers })).resolves.toMatchObject({ code: 400 })
})

test('a missing row and a row of another scope look the same', async ({ as, given }) => {
  const { id, loanId } = await given.case()
  await given.case({ collector: 'collector' })
  const asked = async (caseId: typeof id) =>
    as('collector')
      .loans.detail({ id: caseId as never })
      .catch((answer) => answer)

  const [foreign, missing] = [await asked(loanId as never), await asked('LN000000000000' as never)]

  expect(foreign).toMatchObject({ code: 400, fault: 'not_found' })
  expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' })
})

test('every write leaves who, what, before and after; secrets are not in it', async ({ as, given }) => {
  const { id, version } = await given.loan()
  await as('ops').loans.redisburse({ id, version })
  await as(null)
    .session.signIn({ username: 'ops', password: 'Wrong#123' })
    .catch(() => {})

  const { rows } = await as('admin').audit.list({ q: `command:loans.redisburse objectId:${id}` })

  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ actor: 'Operations', page: 'failedPayouts', outcome: 'done', risk: 'money' })
  expect(rows[0]!.changes).toBe('State: 31 Disbursement failed → 29 Disbursing; Attempts: 1 → 2')
})

test('refusals and failed sign-ins are on the record too', async ({ as, given, server }) => {
  const { id, version } = await given.loan({ state: 30 })
  await as('ops')
    .loans.redisburse({ id, version })
    .catch(() => {})
  await as('cs')
    .loans.redisburse({ id, version })
    .catch(() => {})
  await as(null)
    .session.signIn({ username: 'ops', password: 'Wrong#123' })
    .catch(() => {})

  const { rows } = await as('admin').audit.list({ q: 'outcome:refused sort:at' })

  expect(rows.map(({ command, fault }) => [command, fault])).toEqual([
    ['loans.redisburse', 'not_allowed_now'],
    ['loans.redisburse', 'forbidden'],
    ['session.signIn', 'wrong_credentials'],
  ])
  const kept = await server.app.database.query('select input::text as input from audit')
  expect(JSON.stringify(kept.rows)).not.toContain('Wrong#123')
})

test('a manager sees the record of their own part of the business only', async ({ as, given, server }) => {
  const { id, version } = await given.loan()
  await as('ops').loans.redisburse({ id, version })
  await server.app.database.query(`update staff set unit_id = 'SVC' where account = 'manager'`)

  try {
    expect((await as('manager').audit.list({ q: '' })).rows).toEqual([])
  } finally {
    await server.app.database.query(`update staff set unit_id = 'HQ' where account = 'manager'`)
  }
})
