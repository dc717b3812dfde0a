import { expect } from 'vitest'
import { pictureKinds } from '#contract/picture-kinds.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { machineReviewRows } from '#server/modules/machine-reviews/store.ts'
import { drawnKey } from '#server/modules/pictures/steps/in-force.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { documentReadingRows } from '#server/modules/readings/store.ts'
import { grouped, test } from './book.ts'

test('whoever waits for a reviewer has four drawn pictures, readings and a machine review', async ({ library }) => {
  const { db } = library.database
  const waiting = library.loans.filter(({ state }) => state === 22)
  const pictures = grouped(await db.select().from(customerPictureRows), ({ customerId }) => customerId)
  const readings = grouped(await db.select().from(documentReadingRows), ({ customerId }) => customerId)
  const reviews = grouped(await db.select().from(machineReviewRows), ({ loanId }) => loanId!)
  const customers = grouped(await db.select().from(customerRows), ({ id }) => id)
  const known = waiting.filter(({ customerId }) => customers(customerId)[0]!.name !== null)

  expect(known.length).toBeGreaterThan(2)
  for (const { id, customerId } of known) {
    expect(
      pictures(customerId)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...pictureKinds].sort())
    expect(pictures(customerId).every(({ fileKey }) => fileKey === drawnKey)).toBe(true)
    expect(readings(customerId).length).toBeGreaterThan(8)
    expect(reviews(id)).toMatchObject([{ state: 'done' }])
  }
})

test('some have typed another year than stands on their papers: something for a reviewer to find', async ({
  library,
}) => {
  const { db } = library.database
  const customers = grouped(await db.select().from(customerRows), ({ id }) => id)
  const born = (await db.select().from(documentReadingRows)).filter(({ field }) => field === 'birthDate')
  const alike = born.map(({ customerId, value }) => customers(customerId)[0]!.birthDate === value)

  expect(alike).toContain(true)
  expect(alike).toContain(false)
})
