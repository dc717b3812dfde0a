import { isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { drawn, uploadPicture } from '#tests/server/pictures/support.ts'
import { test } from '#tests/support/server.ts'

test('of pictures that are sent at once one is in force, and none is refused', async ({ given, raw, server }) => {
  const customerId = await given.customer()
  const files = await Promise.all([300, 320, 340, 360].map((width) => drawn(width, 200).encode('jpeg', 80)))

  const answers = await Promise.all(files.map((bytes) => uploadPicture({ raw, server }, { customerId, bytes })))

  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  const { db } = server.app.database
  expect(await db.select().from(customerPictureRows)).toHaveLength(4)
  expect(await db.select().from(customerPictureRows).where(isNull(customerPictureRows.replacedAt))).toHaveLength(1)
})

test('the same upload twice at once is one picture', async ({ given, raw, server }) => {
  const customerId = await given.customer()
  const send = () => uploadPicture({ raw, server }, { customerId, ref: 'once' })

  const [first, second] = await Promise.all([send(), send()])

  expect(first.data).toEqual(second!.data)
  expect(await server.app.database.db.select().from(customerPictureRows)).toHaveLength(1)
})
