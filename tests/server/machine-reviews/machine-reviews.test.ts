import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { pictureKinds } from '#contract/picture-kinds.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { machineReviewOf } from '#server/modules/machine-reviews/steps/findings.ts'
import { uploadPicture } from '#tests/server/pictures/support.ts'
import { givenConfig, providerThat } from '#tests/server/providers/support.ts'
import { test, type World } from '#tests/support/server.ts'

const vendors = ['ocr', 'face', 'bureau'] as const

/** Somebody who may borrow, with pictures of every kind. */
async function applicant({ given, raw, server }: Pick<World, 'given' | 'raw' | 'server'>, phone: string) {
  await given.product()
  const customerId = await given.customer({ phone })
  const { secrets, database } = server.app
  const aadhaarIndex = secrets.blindIndex('234123412346')
  const sex = 'female' as const
  const told = { aadhaarIndex, sex, address: '12 Sai Nivas, Pune 411021' }
  await database.db.update(customerRows).set(told).where(eq(customerRows.id, customerId))
  await given.card(customerId)
  for (const kind of pictureKinds) await uploadPicture({ raw, server }, { customerId, kind })
  return customerId
}

/** Everybody who checks people, at the sandbox; `elsewhere`: somebody who is reached at another address. */
async function givenVendors({ server }: Pick<World, 'server'>, elsewhere: Partial<Record<string, string>> = {}) {
  for (const kind of vendors) {
    await givenConfig({ server }, { id: `V-${kind}`, kind, address: elsewhere[kind] ?? `${server.url}/sandbox` })
  }
}

async function apply({ as, server }: Pick<World, 'as' | 'server'>, customerId: IdOf<'customer'>) {
  const request = { ref: 'R1', customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7 }
  const payload = JSON.stringify(request)
  const { loanId } = await as(null).loans.submit({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  await server.dispatcher.flush()
  return loanId
}
/** The rules that were looked at, each with whether it decided. */
async function ruled({ as }: Pick<World, 'as'>, id: IdOf<'loan'>) {
  const { loan, decisions } = await as('ops').loans.detail({ id })
  return {
    state: loan.state,
    trace: decisions.flatMap(({ trace }) => trace.map(({ rule, hit }) => [rule, hit] as const)),
  }
}

test('papers are read, faces compared and the bureau asked before the rules pass an application', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  await givenVendors(world)
  const customerId = await applicant(world, '9876543210')

  const loanId = await apply(world, customerId)

  const { state, trace } = await ruled(world, loanId)
  expect(state).toBe(20)
  expect(trace.slice(-4)).toEqual([
    ['machineReview', false],
    ['readings', false],
    ['face', false],
    ['bureauScore', false],
  ])
  const review = await machineReviewOf(server.app.database.db, loanId)
  expect(review).toMatchObject({ state: 'done', tries: 1, facePpm: 940_000, alive: true, customerId, nextTryAt: null })
  expect(review?.completedAt).toEqual(new Date('2026-03-10T06:00:00Z'))
  const { readings } = await as('cs').pictures.ofCustomer({ id: customerId })
  expect(readings.map(({ field, value, from }) => [field, value, from])).toEqual(
    expect.arrayContaining([
      ['name', 'ASHA RAO', 'pan'],
      ['pan', 'XXXXXX234F', 'pan'],
      ['aadhaar', 'XXXX XXXX 2346', 'aadhaarFront'],
      ['postcode', '411021', 'aadhaarBack'],
      ['face', 'alive', 'face'],
    ]),
  )
})

test('what was read otherwise than it was typed takes an application to a person', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  await givenVendors(world)

  const loanId = await apply(world, await applicant(world, '9876540005'))

  const { state, trace } = await ruled(world, loanId)
  expect(state).toBe(22)
  expect(trace.at(-1)).toEqual(['readings', true])
})

test.for(['0007', '0008'])(
  'where a vendor answers nothing of use (…%s) it is asked again, later and later, and then a person reviews',
  async (end, { as, given, raw, server, clock }) => {
    const world = { as, given, raw, server }
    await givenVendors(world)
    const { db } = server.app.database

    const loanId = await apply(world, await applicant(world, `987654${end}`))
    const first = await machineReviewOf(db, loanId)
    const stillOpen = await ruled(world, loanId)
    for (let i = 0; i < 4; i++) {
      clock.forward(120_000)
      await server.dispatcher.flush()
    }

    expect(stillOpen).toEqual({ state: 10, trace: [] })
    expect(first).toMatchObject({ state: 'abnormal', tries: 1, completedAt: null })
    expect(first!.nextTryAt!.getTime()).toBeGreaterThan(first!.startedAt.getTime())
    expect(await machineReviewOf(db, loanId)).toMatchObject({ state: 'abnormal', tries: 5, nextTryAt: null })
    const { state, trace } = await ruled(world, loanId)
    expect(state).toBe(22)
    expect(trace.at(-1)).toEqual(['machineReview', true])
    const [waiting] = (await as('reviewer').reviews.list({ q: 'state:manualCheck' })).rows
    expect(waiting).toMatchObject({ loanId, machineState: 'abnormal', machineReviewId: `${loanId}-0` })
    expect((await as('reviewer').reviews.claimNext()).review?.loanId).toBe(loanId)
  },
)

test('whoever has answered is not asked again because somebody else has not', async ({
  as,
  given,
  raw,
  server,
  clock,
}) => {
  const world = { as, given, raw, server }
  let down = true
  const bureau = await providerThat((_, response) => {
    if (down) return response.writeHead(503).end()
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"score":700}')
  })
  const reader = await providerThat((_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"fields":[{"field":"name","value":"ASHA RAO","confidence":970000}]}'),
  )
  await givenVendors(world, { bureau: bureau.url, ocr: reader.url })
  const loanId = await apply(world, await applicant(world, '9876543210'))

  down = false
  clock.forward(120_000)
  await server.dispatcher.flush()

  expect((await ruled(world, loanId)).state).toBe(20)
  expect(reader.received.map(({ path }) => path)).toEqual(['/ocr', '/ocr', '/ocr'])
  expect(bureau.received.length).toBe(2)
  expect(await machineReviewOf(server.app.database.db, loanId)).toMatchObject({
    state: 'done',
    tries: 2,
    bureauScore: 700,
  })
})

test('a date that is printed day first, and a name with other signs, differ from nothing', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  const customerId = await applicant(world, '9876543210')
  const { customer } = await as('cs').customers.detail({ id: customerId })
  const printed = customer.birthDate!.split('-').toReversed().join('/')
  const fields = [
    { field: 'name', value: 'ÁSHA-RAO', confidence: 970_000 },
    { field: 'birthDate', value: printed, confidence: 970_000 },
  ]
  const reader = await providerThat((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ fields })),
  )
  await givenVendors(world, { ocr: reader.url })

  const loanId = await apply(world, customerId)

  expect(await ruled(world, loanId)).toMatchObject({ state: 20, trace: expect.arrayContaining([['readings', false]]) })
})

test('a vendor is told an opaque id and the pictures, and neither a name nor a number', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  const reader = await providerThat((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"fields":[]}'),
  )
  await givenVendors(world, { ocr: reader.url })
  const customerId = await applicant(world, '9876543210')

  await apply(world, customerId)

  const [{ body, headers }] = reader.received as [(typeof reader.received)[number]]
  expect(headers['x-signature']).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.keys(JSON.parse(body) as object)).toEqual(['checkId', 'subjectId', 'part', 'images'])
  for (const told of ['Asha', '9876543210', 'ABCPE1234F']) expect(body).not.toContain(told)
})

test('whoever has sent no pictures, and where no vendor is enabled, the rules decide at once as ever', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  const customerId = await applicant(world, '9876543210')

  const loanId = await apply(world, customerId)

  const { state, trace } = await ruled(world, loanId)
  expect(state).toBe(20)
  expect(trace.at(-1)).toEqual(['card', false])
  expect(await machineReviewOf(server.app.database.db, loanId)).toBeUndefined()
})

test('without pictures nobody is asked, though vendors are there', async ({ as, given, raw, server }) => {
  const world = { as, given, raw, server }
  await givenVendors(world)
  await given.product()
  const customerId = await given.customer()
  await given.card(customerId)

  const loanId = await apply(world, customerId)

  expect((await ruled(world, loanId)).state).toBe(20)
  expect(await machineReviewOf(server.app.database.db, loanId)).toBeUndefined()
})

test('a vendor that is too slow has not answered', async ({ as, given, raw, server }) => {
  const world = { as, given, raw, server }
  await givenVendors(world)

  const loanId = await apply(world, await applicant(world, '9876540006'))

  expect(await machineReviewOf(server.app.database.db, loanId)).toMatchObject({ state: 'abnormal', tries: 1 })
  expect((await ruled(world, loanId)).state).toBe(10)
})

test('a picture that comes in while a person reviews is read by itself, and nothing is decided on the former one', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  await givenVendors(world)
  const customerId = await applicant(world, '9876540005') // read otherwise than it was typed
  await apply(world, customerId)
  const { review: next } = await as('reviewer').reviews.claimNext()
  const { id, version } = await as('reviewer').reviews.open(next!)
  const before = await as('cs').pictures.ofCustomer({ id: customerId })

  await uploadPicture(world, { customerId, kind: 'pan' })
  const unread = await as('cs').pictures.ofCustomer({ id: customerId })
  await server.dispatcher.flush()

  await expect(as('reviewer').reviews.reject({ id, version, code: 'A01' })).rejects.toMatchObject({
    fault: 'stale_version',
  })
  const detail = await as('reviewer').reviews.detail({ id })
  expect(detail.review).toMatchObject({ state: 'underReview', version: version + 1 })
  const { readings } = await as('cs').pictures.ofCustomer({ id: customerId })
  const of = (rows: typeof readings, kind: string) => rows.filter(({ from }) => from === kind).map(({ field }) => field)
  expect(of(unread.readings, 'pan')).toEqual([])
  expect(readings.map(({ field }) => field)).toEqual(before.readings.map(({ field }) => field))
  const rejected = await as('reviewer').reviews.reject({ id, version: detail.review.version, code: 'A01' })
  expect(rejected).toMatchObject({ state: 'audited' })
})
