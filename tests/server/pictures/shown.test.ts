import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { contrastOf, drawn, lineOf, pictureBy, shownTo } from './support.ts'

const reason = 'Compares the face'
const onePicture = async ({ given, raw, server }: Pick<World, 'given' | 'raw' | 'server'>) =>
  pictureBy({ raw, server }, { customerId: await given.customer() })

test('a picture is blurred until it is revealed, and blurred again a minute later', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
  clock,
}) => {
  const id = await onePicture({ given, raw, server })
  const contrast = async () => contrastOf(await lineOf((await shownTo({ server, tokenOf }, 'cs', id)).bytes))

  const before = await contrast()
  const { until } = await as('cs').pictures.reveal({ ids: [id], reason })
  const revealed = await contrast()
  clock.forward(60_000)
  const after = await contrast()

  expect(until).toBe('2026-03-10T06:01:00.000Z')
  expect(revealed).toBeGreaterThan(before * 4)
  expect(after).toBeLessThan(revealed / 4)
})

test('it is revealed to whoever asked, and to nobody else', async ({ as, given, raw, server, tokenOf }) => {
  const id = await onePicture({ given, raw, server })

  await as('cs').pictures.reveal({ ids: [id], reason })

  const [mine, theirs] = await Promise.all(
    (['cs', 'manager'] as const).map(async (who) =>
      contrastOf(await lineOf((await shownTo({ server, tokenOf }, who, id)).bytes)),
    ),
  )
  expect(theirs!).toBeLessThan(mine! / 4)
})

test('the name of whoever looks and the time are burnt into the pixels', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
  clock,
}) => {
  const id = await onePicture({ given, raw, server })
  await as('cs').pictures.reveal({ ids: [id], reason })
  await as('manager').pictures.reveal({ ids: [id], reason })
  const seen = async (who: Account) => (await shownTo({ server, tokenOf }, who, id)).bytes

  const [mine, again, theirs] = [await seen('cs'), await seen('cs'), await seen('manager')]
  clock.forward(1_000)
  const later = await seen('cs')

  expect(again.equals(mine)).toBe(true)
  expect(theirs.equals(mine)).toBe(false)
  expect(later.equals(mine)).toBe(false)
  const plain = await lineOf(await drawn().encode('jpeg', 80))
  const marked = await lineOf(mine)
  expect(marked.filter((light, i) => Math.abs(light - plain[i]!) > 40).length).toBeGreaterThan(20)
})

test('it is kept by no cache, and said to be a picture and nothing else', async ({ given, raw, server, tokenOf }) => {
  const id = await onePicture({ given, raw, server })

  const { status, headers } = await shownTo({ server, tokenOf }, 'cs', id)

  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('image/jpeg')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

const roles = [
  ['cs', 200],
  ['ops', 200],
  ['manager', 200],
  ['inspector', 200],
  ['admin', 200],
  // out of reach: they hold no case of this customer
  ['group', 400],
  ['collector', 400],
  ['salesman', 400],
  // no page of customers at all
  ['agency', 403],
] as const
test.for(roles)('%s asks for a picture and is answered %i', async ([who, status], { given, raw, server, tokenOf }) => {
  const id = await onePicture({ given, raw, server })

  expect((await shownTo({ server, tokenOf }, who, id)).status).toBe(status)
})

test('a collector of an agency sees the customer they hold, and no picture', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const { loanId } = await given.case({ collector: 'collector' })
  const { rows } = await server.app.database.query('select customer_id as id from loans where id = $1', [loanId])
  const customerId = rows[0]!.id as IdOf<'customer'>
  const id = await pictureBy({ raw, server }, { customerId })

  expect((await as('collector').customers.detail({ id: customerId })).customer.id).toBe(customerId)
  expect(await as('collector').pictures.ofCustomer({ id: customerId })).toEqual({ pictures: [], readings: [] })
  expect((await shownTo({ server, tokenOf }, 'collector', id)).status).toBe(400)
})

test.for(['ops', 'admin', 'executive'] as const)('%s has nothing revealed', async (who, { as, given, raw, server }) => {
  const id = await onePicture({ given, raw, server })

  await expect(as(who).pictures.reveal({ ids: [id], reason })).rejects.toMatchObject({ code: 403 })
})

test('pictures of two customers are not revealed for one reason', async ({ as, given, raw, server }) => {
  const ids = [await onePicture({ given, raw, server }), await onePicture({ given, raw, server })]

  await expect(as('cs').pictures.reveal({ ids, reason })).rejects.toMatchObject({ fault: 'not_found' })
})

test('a picture whose file is lost is an error without an address, not an empty picture', async ({
  given,
  raw,
  server,
  tokenOf,
}) => {
  const id = await onePicture({ given, raw, server })
  const [row] = await server.app.database.db.select().from(customerPictureRows)
  await server.app.files.remove(row!.fileKey)

  const { status, bytes } = await shownTo({ server, tokenOf }, 'cs', id)

  expect(status).toBe(500)
  expect(bytes.toString()).not.toContain(row!.fileKey)
  expect(bytes.toString()).not.toContain('pictures/')
})
