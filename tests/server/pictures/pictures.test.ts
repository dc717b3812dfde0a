import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditRows } from '#server/kernel/base/tables.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { replaceReadings } from '#server/modules/readings/steps/readings.ts'
import { test } from '#tests/support/server.ts'
import { drawn, pictureBy, shownTo, uploadPicture } from './support.ts'

test('the customer app hands pictures in, and staff know of those in force, in the order they are looked at', async ({
  as,
  given,
  raw,
  server,
}) => {
  const customerId = await given.customer()
  const world = { raw, server }
  for (const kind of ['face', 'pan', 'aadhaarFront'] as const) await uploadPicture(world, { customerId, kind })

  const { pictures } = await as('cs').pictures.ofCustomer({ id: customerId })

  expect(pictures.map(({ kind }) => kind)).toEqual(['pan', 'aadhaarFront', 'face'])
  expect(pictures[0]).toMatchObject({ width: 800, height: 500, uploadedAt: '2026-03-10T06:00:00.000Z' })
})

test('a picture that is sent again is the same; another one takes its place, and what was read off it goes', async ({
  as,
  given,
  raw,
  server,
  clock,
}) => {
  const customerId = await given.customer()
  const world = { raw, server }
  const ref = 'app-1'
  const first = await pictureBy(world, { customerId, ref })
  const read = { field: 'name', value: 'ASHA RAO', confidence: 990_000, from: 'pan', box: null } as const
  const { db } = server.app.database
  await replaceReadings(db, customerId, [read], { now: clock.now(), secrets: server.app.secrets })

  const again = await pictureBy(world, { customerId, ref })
  const kept = await as('cs').pictures.ofCustomer({ id: customerId })
  clock.forward(60_000)
  const second = await pictureBy(world, { customerId, bytes: await drawn(400, 300).encode('png') })
  const { pictures, readings } = await as('cs').pictures.ofCustomer({ id: customerId })

  expect(again).toBe(first)
  expect(kept.readings).toMatchObject([{ value: 'ASHA RAO' }])
  expect(pictures).toMatchObject([{ id: second, width: 400, height: 300 }])
  expect(readings).toEqual([])
  const rows = await db.select().from(customerPictureRows)
  expect(rows.filter(({ replacedAt }) => replacedAt !== null).map(({ id }) => id)).toEqual([first])
})

test('what was typed otherwise than it was read says so; what was not typed, or a person compares, says nothing', async ({
  as,
  given,
  server,
  clock,
}) => {
  const customerId = await given.customer() // Asha Rao, ABCPE1234F
  const { database, secrets } = server.app
  const read = (field: 'name' | 'pan' | 'fatherName', value: string) => {
    return { field, value, confidence: 990_000, from: 'pan', box: null } as const
  }
  const papers = [read('name', 'ASHA RAO'), read('pan', 'ABCPE1235F'), read('fatherName', 'ARUN RAO')]

  await replaceReadings(database.db, customerId, papers, { now: clock.now(), secrets })

  const { readings } = await as('cs').pictures.ofCustomer({ id: customerId })
  expect(readings.map(({ field, edited }) => [field, edited])).toEqual([
    ['name', false],
    ['fatherName', null],
    ['pan', true],
  ])
})

test('what is kept of a picture is encrypted, and lies where nothing is served from', async ({
  given,
  raw,
  server,
}) => {
  const customerId = await given.customer()
  await uploadPicture({ raw, server }, { customerId })

  const [row] = await server.app.database.db.select().from(customerPictureRows)
  const bytes = await server.app.files.get(row!.fileKey)

  expect(row!.fileKey).toMatch(/^pictures\/[\w-]{2}\/[\w-]{43}\.jpg$/)
  expect(bytes?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

const rubbish = Buffer.from('rubbish')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')
const refused = [
  ['rubbish', { bytes: rubbish }, 'not_an_image'],
  ['an SVG', { bytes: svg }, 'not_an_image'],
  ['another file than was signed', { sha256: '0'.repeat(64) }, 'digest_differs'],
] as const
test.for(refused)('%s is refused by its field and a reason', async ([, about, fault], { given, raw, server }) => {
  const customerId = await given.customer()

  const answer = await uploadPicture({ raw, server }, { customerId, ...about })

  expect(answer).toMatchObject({ code: 400, fault, fields: [{ field: 'image' }] })
  expect(await server.app.database.db.select().from(customerPictureRows)).toEqual([])
})

test('nobody uploads without the signature of the app, for nobody, or a file as large as a film', async ({
  given,
  raw,
  server,
}) => {
  const customerId = await given.customer()
  const world = { raw, server }

  const forged = await uploadPicture(world, { customerId, signedBy: 'somebody else' })
  const unknown = await uploadPicture(world, { customerId: 'CU1' as never })
  const large = await uploadPicture(world, { customerId, bytes: Buffer.alloc(9 * 1_048_576) })

  expect(forged).toMatchObject({ code: 400, fault: 'bad_signature' })
  expect(unknown).toMatchObject({ code: 400, fault: 'unknown_customer' })
  expect(large).toMatchObject({ code: 400, fault: 'file_too_large', msg: 'At most 8 MB in one file' })
})

test('numbers that were read are masked for everybody, and encrypted in the database', async ({
  as,
  given,
  server,
  clock,
}) => {
  const customerId = await given.customer()
  const read = { field: 'pan', value: 'ABCPE1234F', confidence: 990_000, from: 'pan', box: null } as const
  await replaceReadings(server.app.database.db, customerId, [read], { now: clock.now(), secrets: server.app.secrets })

  const { readings } = await as('cs').pictures.ofCustomer({ id: customerId })

  expect(readings).toMatchObject([{ field: 'pan', value: 'XXXXXX234F', confidence: 990_000, from: 'pan' }])
  const { rows } = await server.app.database.query('select * from document_readings')
  expect(JSON.stringify(rows)).not.toContain('ABCPE1234F')
})

test('a customer out of reach has no pictures, and no reveal', async ({ as, given, raw, server, tokenOf }) => {
  const customerId = await given.customer()
  const id = await pictureBy({ raw, server }, { customerId })

  expect((await shownTo({ server, tokenOf }, 'reviewer', id)).status).toBe(400)
  const asked = as('reviewer').pictures.reveal({ ids: [id], reason: 'x' })
  await expect(asked).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('reviewer').pictures.ofCustomer({ id: customerId })).rejects.toMatchObject({ fault: 'not_found' })
})

test('who had pictures revealed, of whom, and why, stands in the record', async ({ as, given, raw, server }) => {
  const customerId = await given.customer()
  const id = await pictureBy({ raw, server }, { customerId })

  await as('cs').pictures.reveal({ ids: [id], reason: 'Compares the face' })

  const of = eq(auditRows.command, 'pictures.reveal')
  const [row] = await server.app.database.db.select().from(auditRows).where(of)
  expect(row).toMatchObject({ actorId: 'S-cs', objectId: customerId, reason: 'Compares the face', outcome: 'done' })
  expect((await as('cs').account.reveals()).reveals).toMatchObject([{ command: 'pictures.reveal' }])
})

test('pictures and numbers are revealed from one daily quota', async ({ as, given, raw, server }) => {
  const customerId = await given.customer()
  const id = await pictureBy({ raw, server }, { customerId })
  await given.parameter('reveal.dailyMax', 2)
  const reason = 'Compares the face'

  await as('cs').customers.reveal({ id: customerId, field: 'pan', reason })
  await as('cs').pictures.reveal({ ids: [id], reason })

  await expect(as('cs').pictures.reveal({ ids: [id], reason })).rejects.toMatchObject({ fault: 'reveals_spent' })
})
