import { expect } from 'vitest'
import { expireRequests } from '#server/modules/approvals/expire.ts'
import { resumeBatches } from '#server/modules/batches/start.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { fourEyesAbove } from '#tests/support/four-eyes.ts'
import { test as base, type Client, type World } from '#tests/support/server.ts'

const failed = 'loans.failedPayouts'
const redisburse = { command: 'loans.redisburse', args: {} }
const days = 86_400_000

interface Large {
  /** More failed pay-outs than operations may send again alone; one of them to a card that is not bound. */
  readonly ids: readonly string[]
  readonly reviewed: () => Promise<Awaited<ReturnType<Client['batches']['preview']>>>
  readonly filed: (reason?: string) => Promise<Awaited<ReturnType<Client['approvals']['request']>>>
}

const largeOf = async ({ as, given }: Pick<World, 'as' | 'given'>, count: number): Promise<Large> => {
  const ids = [(await given.loan({ card: { state: 'unbound' } })).id]
  const payable = await given.loan()
  ids.push(payable.id, ...(await given.likeLoan(payable, count - ids.length - 1)))
  const reviewed = () => as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids } })
  return {
    ids,
    reviewed,
    filed: async (reason = 'bank is back') => as('ops').approvals.request({ id: (await reviewed()).id, reason }),
  }
}
const test = base.extend<{ large: Large }>({
  large: async ({ as, given }, use) => {
    fourEyesAbove(5)
    await use(await largeOf({ as, given }, 6))
  },
})

test('what one may not start alone is filed as it was reviewed, and nothing runs', async ({ as, large }) => {
  const review = await large.reviewed()

  const filed = await as('ops').approvals.request({ id: review.id, reason: 'bank is back' })

  expect(review.blocker).toMatchObject({ fault: 'too_many_rows', askable: true })
  expect(filed).toMatchObject({
    ...{ state: 'pending', command: 'loans.redisburse', count: 6, eligible: 5, reason: 'bank is back' },
    ...{ amount: review.sums[0], batchId: review.id, checker: null },
  })
  expect((await as('ops').loans.failedPayouts({ q: '', size: 500 })).rows).toHaveLength(6)
  await expect(as('ops').batches.run({ id: review.id })).rejects.toMatchObject({ fault: 'too_many_rows' })
})

test('whoever decides sees the same rows, rehearsed again, and releases them', async ({ as, given, server }) => {
  const large = await largeOf({ as, given }, 101)
  const { id, version, batchId } = await large.filed()

  const seen = await as('manager').approvals.preview({ id })
  await as('manager').session.prove({ proof: demoPassword })
  const approved = await as('manager').approvals.approve({ id, version, note: 'fine' })

  expect(seen).toMatchObject({ id: batchId, command: 'loans.redisburse', matched: 101, eligible: 100, blocker: null })
  expect(seen.refused).toEqual([{ fault: 'card_not_bound', msg: 'Card not bound', count: 1, ids: [large.ids[0]] }])
  expect(approved).toMatchObject({ state: 'approved', checker: { name: 'Manager' }, note: 'fine' })
  await server.settled()
  expect(await as('manager').batches.get({ id: batchId! })).toMatchObject({
    ...{ state: 'finished', success: 100, fail: 1, maker: 'Operations' },
  })
})

test('a row that has changed since is refused when the run is released, and seen before', async ({ as, large }) => {
  const { id, version, batchId } = await large.filed()
  const changed = large.ids[1]!
  const { loan } = await as('manager').loans.detail({ id: changed as never })
  await as('manager').loans.redisburse({ id: loan.id, version: loan.version })

  const seen = await as('manager').approvals.preview({ id })
  await as('manager').approvals.approve({ id, version })

  const stale = { fault: 'stale_version', count: 1, ids: [changed] }
  expect(seen.refused).toContainEqual(expect.objectContaining(stale))
  expect((await as('ops').batches.get({ id: batchId! })).state).toBe('finished')
  expect((await as('ops').batches.failures({ id: batchId! })).refused).toContainEqual(expect.objectContaining(stale))
})

test('nobody decides on their own, and nobody releases what they may not do themselves', async ({
  as,
  large,
  server,
}) => {
  const { id, version } = await large.filed()

  // an executive approves, and has no right to pay out
  await expect(as('executive').approvals.preview({ id })).rejects.toMatchObject({ fault: 'forbidden' })
  await expect(as('executive').approvals.approve({ id, version })).rejects.toMatchObject({ fault: 'forbidden' })
  await server.app.database.query(`update approvals set maker_id = '${staffId('manager')}'`)
  const own = { code: 400, fault: 'own_request' }
  const now = { id, version: (version + 1) as typeof version }
  await expect(as('manager').approvals.approve(now)).rejects.toMatchObject(own)
  await expect(as('manager').approvals.reject({ ...now, note: 'x' })).rejects.toMatchObject(own)
  expect((await as('manager').approvals.list({ q: '' })).rows[0]).toMatchObject({ state: 'pending' })
})

test('without the right nobody decides, files or looks', async ({ as, large }) => {
  const { id, version, batchId } = await large.filed()

  await expect(as('ops').approvals.preview({ id })).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').approvals.approve({ id, version })).rejects.toMatchObject({ code: 403 })
  await expect(as('admin').approvals.approve({ id, version })).rejects.toMatchObject({ code: 403 })
  expect((await as('cs').approvals.list({ q: '' })).rows).toEqual([])
  await expect(as('manager').approvals.request({ id: batchId! })).rejects.toMatchObject({ fault: 'not_found' })
})

test('a request is rejected with a note, and is over then', async ({ as, large }) => {
  const { id, version, batchId } = await large.filed()

  await expect(as('manager').approvals.reject({ id, version, note: '' })).rejects.toMatchObject({ code: 400 })
  const rejected = await as('manager').approvals.reject({ id, version, note: 'in two parts, please' })

  expect(rejected).toMatchObject({ state: 'rejected', note: 'in two parts, please', checker: { name: 'Manager' } })
  const over = as('manager').approvals.approve({ id, version: rejected.version })
  await expect(over).rejects.toMatchObject({ fault: 'not_allowed_now' })
  await expect(as('manager').approvals.preview({ id })).rejects.toMatchObject({ fault: 'request_over' })
  expect(
    (await as('ops')
      .batches.get({ id: batchId! })
      .catch(({ fault }) => fault)) as unknown,
  ).toBe('not_found')
})

test('one’s own request is withdrawn by oneself, by nobody else', async ({ as, large }) => {
  const { id, version } = await large.filed()

  await expect(as('manager').approvals.withdraw({ id, version })).rejects.toMatchObject({ fault: 'not_own_request' })
  const withdrawn = await as('ops').approvals.withdraw({ id, version })

  expect(withdrawn).toMatchObject({ state: 'withdrawn', checker: null })
  const late = as('manager').approvals.approve({ id, version: withdrawn.version })
  await expect(late).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('the same rows are filed once, until that is decided', async ({ as, large }) => {
  const first = await large.filed()

  await expect(large.filed()).rejects.toMatchObject({
    fault: 'request_open',
    msg: `Some of these rows wait in ${first.id} already`,
  })
  await as('manager').approvals.reject({ id: first.id, version: first.version, note: 'later' })
  await expect(large.filed()).resolves.toMatchObject({ state: 'pending' })
})

test('what one may do alone is not filed, nor an old review, nor one where nothing would run', async ({
  as,
  given,
  large,
  clock,
  server,
}) => {
  const { id } = await given.loan()
  const small = await as('ops').batches.preview({ ...redisburse, selection: { listing: failed, ids: [id] } })
  await expect(as('ops').approvals.request({ id: small.id })).rejects.toMatchObject({ fault: 'needs_no_approval' })

  const review = await large.reviewed()
  await server.app.database.query(`update cards set state = 'unbound'`)
  await expect(as('ops').approvals.request({ id: review.id })).rejects.toMatchObject({ fault: 'nothing_eligible' })
  clock.forward(16 * 60_000)
  await expect(as('ops').approvals.request({ id: review.id })).rejects.toMatchObject({ fault: 'preview_expired' })
})

test('what nobody decides on in time lapses and can no longer be released', async ({ as, large, clock, server }) => {
  const { id, version } = await large.filed()
  clock.forward(3 * days)

  await expect(as('manager').approvals.approve({ id, version })).rejects.toMatchObject({ fault: 'request_over' })
  await expireRequests.run(server.app)

  expect((await as('manager').approvals.list({ q: `id:${id}` })).rows[0]).toMatchObject({ state: 'lapsed' })
})

test('a released run that a crash cut off goes on as whoever released it', async ({ as, large, server }) => {
  const { id, version, batchId } = await large.filed()
  await as('manager').approvals.approve({ id, version })
  await server.app.database.query(`update batches set state = 'running' where id = '${batchId}'`)
  await server.app.database.query(
    `update batch_items set outcome = 'waiting' where batch_id = '${batchId}' and row_id = '${large.ids[0]}'`,
  )

  await resumeBatches.run(server.app)

  const { rows } = await as('admin').audit.list({ q: `objectId:${large.ids[0]} sort:at` })
  expect(rows.at(-1)).toMatchObject({ actor: 'Manager', command: 'loans.redisburse', outcome: 'refused' })
})
