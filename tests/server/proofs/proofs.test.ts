import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, owing, tell } from '../payments/support.ts'
import { imageBy, jpeg, png, said, sendImage } from './support.ts'

/** A PNG of which one bit is another. */
const changed = () => {
  const bytes = png()
  bytes[45] = bytes[45]! ^ 1
  return bytes
}

type Entering = Pick<World, 'as' | 'raw' | 'server'>
const versionOf = async ({ server }: Pick<World, 'server'>, id: string) => {
  const { rows } = await server.app.database.query(`select version from loans where id = '${id}'`)
  return rows[0]!.version as never
}
/** Hands in a proof, but for what the test is about. */
const enter = async (world: Entering, loanId: string, about: object = {}, who: Account = 'cs') => {
  const image = await imageBy(world, who, png(2, 2, Math.floor(Math.random() * 250)))
  const version = await versionOf(world, loanId)
  return world.as(who).proofs.enter({ id: loanId as never, version, ...said(image), ...about })
}
const listed = async ({ as }: Pick<World, 'as'>, q = '') => (await as('ops').proofs.list({ q })).rows

test('a proof that was handed in waits with its pictures, and takes nothing yet', async ({
  as,
  raw,
  given,
  server,
}) => {
  const { loanId, planId } = await owing({ given, server })

  await enter({ as, raw, server }, loanId)

  const [row] = await listed({ as })
  expect(row).toMatchObject({
    ...{ state: 'submitted', loanId, planId, amount: money('5210', 'INR'), paidOn: '2026-03-10', images: 1 },
    ...{ source: 'customerService', maker: { name: 'Customer service' }, upi: 'as***@okaxis', matched: false },
  })
  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0 })
  const { timeline, proofs } = await as('ops').loans.detail({ id: loanId })
  expect(proofs).toEqual([row])
  expect(timeline.at(-1)).toMatchObject({ event: 'enterProof', from: 50, to: 50 })
})

test('a proof may be handed in while a payment is under way, and is settled by hand only afterwards', async ({
  as,
  raw,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })
  await enter({ as, raw, server }, loanId)
  const [row] = await listed({ as })

  const early = as('cs').proofs.convert({ id: row!.id, version: row!.version, type: 'full' })

  await expect(early).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test.for([
  ['beyond what is owed', { amount: money('5210.01', 'INR') }, 'more_than_repayable', 'amount'],
  ['of nothing', { amount: money('0', 'INR') }, 'not_positive', 'amount'],
  ['below nothing', { amount: money('-1', 'INR') }, 'not_positive', 'amount'],
  ['of another currency', { amount: money('5', 'VND') }, 'wrong_currency', 'amount'],
  ['of half a paisa', { amount: { minor: 0.5, currency: 'INR' } }, 'invalid', 'amount.minor'],
  ['paid tomorrow', { paidOn: '2026-03-11' }, 'paid_in_future', 'paidOn'],
  ['paid before the pay-out', { paidOn: '2026-02-01' }, 'paid_before_payout', 'paidOn'],
  ['without a UTR', { utr: '' }, 'invalid', 'utr'],
  ['with what is no UTR', { utr: 'ABC' }, 'utr_malformed', 'utr'],
  ['without a picture', { images: [] }, 'invalid', 'images'],
  ['with a picture of nobody', { images: ['x'] }, 'image_unknown', 'images'],
  ['without a bank', { bankCode: ' ' }, 'invalid', 'bankCode'],
] as const)(
  'a proof %s is refused by that field, and nothing is kept',
  async ([, about, fault, field], { as, raw, given, server }) => {
    const { loanId } = await owing({ given, server })

    const refused = enter({ as, raw, server }, loanId, about)

    await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
    expect(await listed({ as })).toEqual([])
  },
)

test('a UTR that was used before is refused', async ({ as, raw, given, server, clock }) => {
  const [paid, owed] = [await owing({ given, server }), await owing({ given, server })]
  await tell({ as, server, clock }, { loanId: paid.loanId, utr: '123456789012' })

  const refused = enter({ as, raw, server }, owed.loanId)

  await expect(refused).rejects.toMatchObject({ fault: 'utr_used', fields: [{ field: 'utr' }] })
})

test.for([40, 41, 70, 80, 100, 110, 20, 31] as const)(
  'no proof is handed in for an order in %i',
  async (state, { as, raw, given, server }) => {
    const { loanId } = await owing({ given, server }, { state })

    await expect(enter({ as, raw, server }, loanId)).rejects.toMatchObject({ fault: 'not_allowed_now' })
    expect(await listed({ as })).toEqual([])
  },
)

test('the transfer or the picture of another proof makes a duplicate', async ({ as, raw, given, server }) => {
  const orders = [await owing({ given, server }), await owing({ given, server }), await owing({ given, server })]
  const version = async (at: number) => versionOf({ server }, orders[at]!.loanId)
  const picture = () => imageBy({ raw }, 'cs', png(9, 9))
  const first = said(await picture())
  await as('cs').proofs.enter({ id: orders[0]!.loanId, version: await version(0), ...first })
  const [known] = await listed({ as })

  await enter({ as, raw, server }, orders[1]!.loanId)
  const again = { ...said(await picture()), utr: '123456789013' }
  await as('cs').proofs.enter({ id: orders[2]!.loanId, version: await version(2), ...again })

  const rows = await listed({ as }, 'state:duplicate')
  expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([known!.id, known!.id])
})

test.for([
  ['text that is called a picture', Buffer.from('<svg onload="alert(1)">')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['the beginning of a PNG', png().subarray(0, 40)],
  ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), png().subarray(-12)])],
  ['a PNG of no size', png(0, 5)],
  ['a PNG that was changed on the way', changed()],
  ['the beginning of a JPEG', jpeg().subarray(0, 60)],
  ['nothing', Buffer.alloc(0)],
] as const)('%s is no picture, and is not kept', async ([, bytes], { raw, server }) => {
  const answer = await sendImage({ raw }, Buffer.from(bytes))

  expect(answer).toMatchObject({ code: 400, fault: 'not_an_image', fields: [{ field: 'image' }] })
  const { rows } = await server.app.database.query('select count(*)::int as count from proof_images')
  expect(rows).toEqual([{ count: 0 }])
})

test('a picture that is too large in bytes or in pixels is refused', async ({ raw }) => {
  const heavy = Buffer.concat([png(), Buffer.alloc(5 * 1_048_576)])
  const wide = png(60_000, 60_000, 0, 100)

  expect(await sendImage({ raw }, heavy)).toMatchObject({ fault: 'file_too_large' })
  expect(await sendImage({ raw }, wide)).toMatchObject({ fault: 'image_too_large' })
})

test('pictures are told by what they are, and come back as they were sent, to whoever may see the proof', async ({
  as,
  raw,
  given,
  server,
  tokenOf,
}) => {
  expect(await sendImage({ raw }, jpeg(), { name: 'x.png' })).toMatchObject({ data: { width: 1, height: 1 } })
  const { loanId } = await owing({ given, server })
  const bytes = png(7, 5)
  const image = await imageBy({ raw }, 'cs', bytes)
  const fetched = async (who: Account) =>
    fetch(`${server.url}/api/proofs/images/${image}`, { headers: { authentication: await tokenOf(who) } })
  expect((await fetched('ops')).status).toBe(400)
  await as('cs').proofs.enter({ id: loanId, version: await versionOf({ server }, loanId), ...said(image) })

  const answer = await fetched('ops')

  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await fetched('collector')).status).toBe(400)
})

test('a picture serves one proof only, of whoever has sent it', async ({ as, raw, given, server }) => {
  const [one, two] = [await owing({ given, server }), await owing({ given, server })]
  const image = await imageBy({ raw }, 'cs')
  const entry = async (who: Account, id: never) =>
    as(who).proofs.enter({ id, version: await versionOf({ server }, id), ...said(image) })

  await expect(entry('ops', one.loanId as never)).rejects.toMatchObject({ fault: 'image_unknown' })
  await entry('cs', one.loanId as never)
  await expect(entry('cs', two.loanId as never)).rejects.toMatchObject({ fault: 'image_unknown' })
})

test('pictures that no proof has used are forgotten', async ({ raw, server, clock }) => {
  const { forgetImages } = await import('#server/modules/proofs/images.ts')
  await imageBy({ raw })

  await forgetImages(server.app.database.db, new Date(clock.now().getTime() - dayMs))
  const { rows: kept } = await server.app.database.query('select id from proof_images')
  await forgetImages(server.app.database.db, new Date(clock.now().getTime() + 1))
  const { rows: left } = await server.app.database.query('select id from proof_images')

  expect([kept.length, left.length]).toEqual([1, 0])
})

test('a proof becomes a write-off that somebody else approves, and only then is anything paid', async ({
  as,
  raw,
  given,
  server,
}) => {
  const { loanId } = await owing({ given, server })
  await enter({ as, raw, server }, loanId)
  const [row] = await listed({ as })

  const converted = await as('cs').proofs.convert({ id: row!.id, version: row!.version, type: 'full' })

  expect(converted).toMatchObject({
    state: 'converted',
    writeOffState: 'pending',
    handler: { name: 'Customer service' },
  })
  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0 })
  const [asked] = (await as('manager').writeOffs.list({ q: '' })).rows
  expect(asked).toMatchObject({ id: converted.writeOffId, utr: '123456789012', repaidOn: '2026-03-10', type: 'full' })
  await as('manager').writeOffs.pass({ id: asked!.id, version: asked!.version })
  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(40)
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 0, received: 521_000, allocated: 521_000 })
})

test.for([
  ['partial', money('5210', 'INR'), 'write_off_not_partial'],
  ['full', money('5000', 'INR'), 'write_off_not_repayable'],
  ['rollover', money('5210', 'INR'), 'write_off_not_extension'],
] as const)(
  'a %s write-off of another amount is refused, and the proof waits on',
  async ([type, amount, fault], { as, raw, given, server }) => {
    const { loanId } = await owing({ given, server })
    await enter({ as, raw, server }, loanId, { amount })
    const [row] = await listed({ as })

    const refused = as('cs').proofs.convert({ id: row!.id, version: row!.version, type })

    await expect(refused).rejects.toMatchObject({ fault, fields: [{ field: 'amount' }] })
    expect(await listed({ as })).toMatchObject([{ state: 'submitted', writeOffId: null }])
  },
)

test('a proof is rejected with a reason, and then no more is done with it', async ({ as, raw, given, server }) => {
  const { loanId } = await owing({ given, server })
  await enter({ as, raw, server }, loanId)
  const [row] = await listed({ as })
  const { id, version } = row!
  await expect(as('ops').proofs.reject({ id, version, reason: ' ' })).rejects.toMatchObject({
    fields: [{ field: 'reason' }],
  })

  const rejected = await as('ops').proofs.reject({ id, version, reason: 'Not readable' })
  expect(rejected.version).toBe(2)

  expect(await listed({ as })).toMatchObject([{ state: 'rejected', reason: 'Not readable' }])
  const late = as('cs').proofs.convert({ id, version: rejected.version, type: 'full' })
  await expect(late).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('a collector hands in proofs of what they hold, sees their own, and decides on none', async ({
  as,
  raw,
  given,
  server,
}) => {
  const mine = await given.case({ collector: 'collector', charged: { penalty: 0 } })
  const other = await given.case({ charged: { penalty: 0 } })

  await enter({ as, raw, server }, mine.loanId, {}, 'collector')
  await expect(enter({ as, raw, server }, other.loanId, {}, 'collector')).rejects.toMatchObject({ fault: 'not_found' })

  const [row] = (await as('collector').proofs.list({ q: '' })).rows
  expect(row).toMatchObject({ loanId: mine.loanId, source: 'collector' })
  const decided = as('collector').proofs.reject({ id: row!.id, version: row!.version, reason: 'x' })
  await expect(decided).rejects.toMatchObject({ code: 403 })
})
