import { expect } from 'vitest'
import { brokenOff } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

const failed = 'loans.failedPayouts'
const redisburse = { command: 'loans.redisburse', args: {} }

test('a preview tells how many would run, how many not and why, and what moves; nothing has changed', async ({
  as,
  given,
}) => {
  const good = [await given.loan(), await given.loan({ amountMinor: 300_000 })]
  const unbound = await given.loan({ card: { state: 'unbound' } })
  const tired = await given.loan({ attempts: 5 })
  const open = await given.loan({ payout: 'paying' })
  const ids = [...good, unbound, tired, open].map(({ id }) => id)

  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids } })

  expect(preview).toMatchObject({ matched: 5, eligible: 2, rehearsed: 5, blocker: null })
  expect(preview.refused.map(({ msg, count }) => [msg, count]).sort()).toEqual([
    ['Card not bound', 1],
    ['Not confirmed failed at the bank', 1],
    ['Tried 5 times already', 1],
  ])
  expect(preview.sums).toEqual([{ minor: 425_000 + 255_000, currency: 'INR' }])
  const { rows } = await as('ops').loans.failedPayouts({ q: '' })
  expect(rows).toHaveLength(5)
})

test('what was counted is what is acted on: done plus refused is what was previewed', async ({ as, given }) => {
  const good = [await given.loan(), await given.loan()]
  const bad = await given.loan({ card: { state: 'unbound' } })
  const ids = [...good, bad].map(({ id }) => id)
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids } })
  await given.loan()

  const run = await as('ops').batches.run({ id: preview.id })

  expect(run).toMatchObject({ state: 'finished', count: 3, success: 2, fail: 1 })
  const { refused } = await as('ops').batches.failures({ id: run.id })
  expect(refused).toEqual([{ fault: 'card_not_bound', msg: 'Card not bound', count: 1, ids: [bad.id] }])
})

test('a row changed between preview and run is refused, and the others go on', async ({ as, given }) => {
  const [one, other] = [await given.loan(), await given.loan()]
  const preview = await as('ops').batches.preview({
    ...redisburse,
    selection: { listing: failed, ids: [one.id, other.id] },
  })
  await as('manager').loans.redisburse({ id: one.id, version: one.version })

  const run = await as('ops').batches.run({ id: preview.id })

  expect(run).toMatchObject({ success: 1, fail: 1 })
  const { refused } = await as('ops').batches.failures({ id: run.id })
  expect(refused[0]).toMatchObject({
    fault: 'stale_version',
    msg: 'Changed by Manager meanwhile, look again',
    ids: [one.id],
  })
})

test('a row that gave way to another is done after it; one that always does is refused, and the others go on', async ({
  as,
  given,
  server,
}) => {
  const [once, always, other] = [await given.loan(), await given.loan(), await given.loan()]
  const ids = [once.id, always.id, other.id]
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids } })
  await brokenOff(server.app.database, "raise exception 'deadlock' using errcode = '40P01'", {
    [once.id]: 1,
    [always.id]: 9,
  })

  const run = await as('ops').batches.run({ id: preview.id })

  expect(run).toMatchObject({ state: 'finished', success: 2, fail: 1 })
  const { refused } = await as('ops').batches.failures({ id: run.id })
  expect(refused).toMatchObject([{ fault: 'busy', ids: [always.id] }])
})

test('everything that matches a filter but what was left out is one selection', async ({ as, given }) => {
  const [small, large, left] = [
    await given.loan({ amountMinor: 100_000 }),
    await given.loan({ amountMinor: 900_000 }),
    await given.loan({ amountMinor: 900_000 }),
  ]
  const asOf = new Date(Date.parse('2026-03-10T06:00:00Z')).toISOString() as never
  const selection = { listing: failed, query: 'received>5000', asOf, excluded: [left.id] }

  const preview = await as('manager').batches.preview({ ...redisburse, selection })

  expect(preview).toMatchObject({ matched: 1, eligible: 1 })
  await as('manager').batches.run({ id: preview.id })
  expect((await as('ops').loans.detail({ id: large.id })).loan.state).toBe(29)
  expect((await as('ops').loans.detail({ id: small.id })).loan.state).toBe(31)
})

test('above a hundred rows re-disbursing needs the right to approve; at a hundred it does not', async ({
  as,
  given,
}) => {
  const one = await given.loan()
  const ids = [one.id, ...(await given.likeLoan(one, 100))]
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids } })

  expect(preview.blocker).toEqual({
    fault: 'too_many_rows',
    msg: '101 rows at once; you may do at most 100',
    askable: true,
  })
  await expect(as('ops').batches.run({ id: preview.id })).rejects.toMatchObject({ code: 400, fault: 'too_many_rows' })
  const fewer = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: ids.slice(1) } })
  expect(fewer.blocker).toBeNull()
  const managers = await as('manager').batches.preview({ ...redisburse, selection: { listing: failed, ids } })
  expect(managers.blocker).toBeNull()
})

test('nothing selected is refused', async ({ as }) => {
  const preview = as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: [] } })

  await expect(preview).rejects.toMatchObject({ code: 400, fault: 'nothing_selected', msg: 'Select at least one row' })
})

test('a run needs the right to its command and to its list', async ({ as, given }) => {
  const { id } = await given.loan()
  const selection = { listing: failed, ids: [id] }

  await expect(as('cs').batches.preview({ ...redisburse, selection })).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').batches.preview({ ...redisburse, selection })).rejects.toMatchObject({ code: 403 })
})

test('a command is refused on rows of another kind', async ({ as, given }) => {
  const { id } = await given.ticket()

  const preview = as('ops').batches.preview({ ...redisburse, selection: { listing: 'tickets.operation', ids: [id] } })

  await expect(preview).rejects.toMatchObject({ fault: 'wrong_rows' })
})

test('a preview is run once, by whoever made it, and not for ever', async ({ as, given, clock }) => {
  const { id } = await given.loan()
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: [id] } })

  await expect(as('manager').batches.run({ id: preview.id })).rejects.toMatchObject({ fault: 'not_found' })
  clock.forward(16 * 60_000)
  await expect(as('ops').batches.run({ id: preview.id })).rejects.toMatchObject({ fault: 'preview_expired' })
})

test('money is not moved by a run that nobody has reviewed', async ({ as, given }) => {
  const { id } = await given.loan()

  const start = as('ops').batches.start({ ...redisburse, selection: { listing: failed, ids: [id] } })

  await expect(start).rejects.toMatchObject({ fault: 'needs_preview' })
})

test('refused rows can be tried again as they are then', async ({ as, given, server }) => {
  const [good, bad] = [await given.loan(), await given.loan({ card: { state: 'unbound' } })]
  const preview = await as('ops').batches.preview({
    ...redisburse,
    selection: { listing: failed, ids: [good.id, bad.id] },
  })
  const run = await as('ops').batches.run({ id: preview.id })
  await server.app.database.query(`update cards set state = 'bound'`)

  const again = await as('ops').batches.retry({ id: run.id })

  expect(again).toMatchObject({ parentId: run.id, count: 1, success: 1, fail: 0 })
})

test('refused rows are tried again from the list of runs, once the run is over and where some were refused', async ({
  as,
  given,
  server,
}) => {
  const { id: loanId } = await given.loan({ card: { state: 'unbound' } })
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: [loanId] } })
  const { id, version } = await as('ops').batches.run({ id: preview.id })
  await expect(as('manager').batches.rerun({ id, version })).rejects.toMatchObject({ code: 403 })
  await server.app.database.query(`update cards set state = 'bound'`)

  expect(await as('ops').batches.rerun({ id, version })).toMatchObject({ id, fail: 1 })

  const { rows } = await as('ops').batches.list({ q: `parentId:${id}` })
  expect(rows).toMatchObject([{ state: 'finished', count: 1, success: 1, fail: 0 }])
  const again = as('ops').batches.rerun({ id: rows[0]!.id, version: rows[0]!.version })
  await expect(again).rejects.toMatchObject({ fault: 'nothing_failed' })
})

test('the result of every row can be downloaded', async ({ as, given, tokenOf, server }) => {
  const { id } = await given.loan({ card: { state: 'unbound' } })
  const preview = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: [id] } })
  const run = await as('ops').batches.run({ id: preview.id })

  const headers = { authentication: await tokenOf('ops'), 'accept-language': 'en' }
  const file = await (await fetch(`${server.url}/api/batches/${run.id}/export`, { headers })).text()

  expect(file).toContain(`${id},Refused,Card not bound`)
})

test('one’s own run is seen by oneself and by who sees the page of runs, by nobody else', async ({ as, given }) => {
  const { id, version } = await given.ticket()
  const run = await as('cs').batches.start({
    command: 'tickets.transfer',
    args: { to: 'SVC' },
    selection: { listing: 'tickets.operation', ids: [id] },
  })

  expect(version).toBe(1)
  await expect(as('cs').batches.get({ id: run.id })).resolves.toMatchObject({ success: 1 })
  await expect(as('manager').batches.get({ id: run.id })).resolves.toBeDefined()
  await expect(as('collector').batches.get({ id: run.id })).rejects.toMatchObject({ fault: 'not_found' })
})

test('arguments a command does not understand are refused by name', async ({ as, given }) => {
  const { id } = await given.case()
  const selection = { listing: 'cases.open', ids: [id] }

  const preview = as('leader').batches.preview({ command: 'cases.end', args: { reason: 'boredom' }, selection })

  await expect(preview).rejects.toMatchObject({ code: 400, fields: [{ field: 'reason' }] })
})
