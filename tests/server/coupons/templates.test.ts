import { expect } from 'vitest'
import { couponTemplates } from '#contract/coupons.ts'
import { test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'
import { fifth, heldBy, offered } from './support.ts'

const bad: [object, string][] = [
  [{ ratio: undefined }, 'ratio'],
  [{ amount: undefined }, 'amount'],
  [{ rate: 100_000 }, 'rate'],
  [{ ratio: 1_000_001 }, 'ratio'],
  [{ ratio: 0 }, 'ratio'],
  [{ amount: { minor: 0, currency: 'INR' } }, 'amount'],
  [{ amount: { minor: 1, currency: 'VND' } }, 'amount'],
  [{ applicable: { minor: -1, currency: 'INR' } }, 'applicable'],
  [{ validDays: 0 }, 'validDays'],
  [{ discountType: 'limit' }, 'discountType'],
  [{ kind: 'limit' }, 'discountType'],
  [{ name: ' ' }, 'name'],
]
test.for(bad)('a template with %o is refused naming %s', async ([wrong, field], { raw, as }) => {
  const body = JSON.stringify({ ...fifth, ...wrong })

  const answer = await raw(couponTemplates.add.at, {
    who: 'ops',
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(answer).toMatchObject({ code: 400, fields: [{ field, reason: expect.stringMatching(/\w/) }] })
  expect((await as('ops').couponTemplates.list({ q: '' })).rows).toEqual([])
})

test('a template is changed until it was issued, and issued only while it is enabled', async ({ as, given }) => {
  const { id } = await as('ops').couponTemplates.add(fifth)
  await as('ops').couponTemplates.edit({ ...fifth, id, version: 1 as never, name: 'Renamed' })
  const customer = { id: await given.customer(), version: 1 as never }
  await expect(as('ops').coupons.issue({ ...customer, template: id })).rejects.toMatchObject({
    ...{ fault: 'coupon_template_off', fields: [{ field: 'template' }] },
  })
  await as('ops').couponTemplates.enable({ id, version: 2 as never })
  await as('ops').coupons.issue({ ...customer, template: id })

  await expect(as('ops').couponTemplates.edit({ ...fifth, id, version: 3 as never })).rejects.toMatchObject({
    fault: 'coupon_template_issued',
  })
  expect(await as('ops').couponTemplates.disable({ id, version: 3 as never })).toMatchObject({
    state: 'disabled',
    name: 'Renamed',
  })
  expect(await as('manager').couponTemplates.archive({ id, version: 4 as never })).toMatchObject({ state: 'archived' })
})

test('many customers get one by selection; who is blacklisted or disabled gets none', async ({ as, given }) => {
  const template = await offered({ as })
  const ids = [
    await given.customer(),
    await given.customer({ blacklisted: true }),
    await given.customer({ account: 'disabled' }),
  ]

  const run = await as('ops').batches.start({
    command: 'coupons.issue',
    selection: { listing: 'customers.list', ids },
    args: { template },
  })

  expect(run).toMatchObject({ success: 1, fail: 2 })
})

test('a run gives what it was reviewed with: nothing of a template that was edited since', async ({
  as,
  given,
  clock,
}) => {
  const template = await offered({ as })
  const id = await given.customer()
  const asked = {
    command: 'coupons.issue',
    selection: { listing: 'customers.list', ids: [id] },
    args: { template },
  }
  const reviewed = await as('ops').batches.preview(asked)
  clock.forward(1_000)
  await as('ops').couponTemplates.edit({ ...fifth, id: template, version: 2 as never, validDays: 90 })

  const run = await as('ops').batches.run({ id: reviewed.id })

  expect(run).toMatchObject({ success: 0, fail: 1 })
  expect((await as('ops').batches.failures({ id: reviewed.id })).refused).toMatchObject([
    { fault: 'coupon_template_changed' },
  ])
  expect(await heldBy({ as }, id)).toEqual([])
  clock.forward(1_000)
  expect(await as('ops').batches.start(asked)).toMatchObject({ success: 1 })
})

const send = (world: Pick<World, 'raw'>, contents: string) => sendSheet(world, 'POST /coupons/upload', contents)

test('a filled sheet issues one for each line, or none where one line is wrong', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const template = await offered({ as })
  const draft = (await as('ops').couponTemplates.add(fifth)).id
  const [first, second] = [await given.customer(), await given.customer()]
  const barred = await given.customer({ blacklisted: true })
  const blank = (await blankSheet({ server, tokenOf }, '/export/coupon-templates')).trimEnd()
  const sheet = (...lines: string[]) => [blank, ...lines, ''].join('\n')

  const wrong = await send({ raw }, sheet(`${first},${template}`, `CU0,${draft}`, `${barred},CT0`, `${second},`))

  expect(wrong.fields).toEqual([
    { field: '4.customerId', reason: 'is not a known customer' },
    { field: '4.couponTemplateId', reason: 'is not offered' },
    { field: '5.customerId', reason: 'may not get one: disabled, frozen or on the blacklist' },
    { field: '5.couponTemplateId', reason: 'is not a known coupon' },
    { field: '6.couponTemplateId', reason: 'is not a known coupon' },
  ])
  expect((await as('ops').coupons.list({ q: '' })).rows).toEqual([])
  expect(await send({ raw }, sheet(`${first},${template}`).replace(',1\n', ',9\n'))).toMatchObject({
    fault: 'template_old',
  })
  expect(await send({ raw }, sheet(`${first},=1+1`))).toMatchObject({ fields: [{ field: '3.couponTemplateId' }] })
  expect(await send({ raw }, sheet(`${first},${template}`, `${second},${template}`))).toMatchObject({
    data: { issued: 2 },
  })
  expect(await heldBy({ as }, second)).toMatchObject([{ state: 'unused', expiresOn: '2026-03-17' }])
})

test('to a filled sheet, a customer out of its sender’s reach is nobody', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const template = await offered({ as })
  await server.app.database.query(`update staff set unit_id = 'OPS' where id = 'S-manager'`)
  const mine = await given.customer()
  const theirs = await given.customer({ departmentId: 'MKT' as never })
  const blank = await blankSheet({ server, tokenOf }, '/export/coupon-templates', 'manager')
  const lines = [mine, theirs].map((customerId) => ({ customerId, couponTemplateId: template }))

  const sent = await sendSheet({ raw }, 'POST /coupons/upload', filledSheet(blank, lines), { who: 'manager' })

  await server.app.database.query(`update staff set unit_id = 'HQ' where id = 'S-manager'`)
  expect(sent.fields).toEqual([{ field: '4.customerId', reason: 'is not a known customer' }])
  expect((await as('ops').coupons.list({ q: '' })).rows).toEqual([])
})
