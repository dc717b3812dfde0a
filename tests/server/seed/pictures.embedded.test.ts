import { expect } from 'vitest'
import { pictureKinds } from '#contract/picture-kinds.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { contactRows, customerRows, deviceRows } from '#server/modules/customers/store.ts'
import { decisionRows } from '#server/modules/loans/store.ts'
import { machineReviewRows } from '#server/modules/machine-reviews/store.ts'
import { drawnKey } from '#server/modules/pictures/steps/in-force.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { documentReadingRows } from '#server/modules/readings/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
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
    expect(['done', 'abnormal']).toContain(reviews(id)[0]!.state)
  }
})

test('what the rules left open of whoever waits is what the evidence says, and no rule has found otherwise', async ({
  library,
}) => {
  const { db } = library.database
  const decisions = grouped(await db.select().from(decisionRows), ({ loanId }) => loanId)
  const machine = grouped(await db.select().from(machineReviewRows), ({ loanId }) => loanId!)
  const readings = grouped(await db.select().from(documentReadingRows), ({ customerId }) => customerId)
  const customers = grouped(await db.select().from(customerRows), ({ id }) => id)
  const open = (await db.select().from(reviewRows)).filter(({ endedAt, machineState }) => !endedAt && machineState)

  expect(open.length).toBeGreaterThan(2)
  for (const { loanId, machineState, state, reviewerId } of open) {
    const { trace } = decisions(loanId).at(-1)!
    const [asked] = machine(loanId)
    const hit = trace.at(-1)!
    const [born] = readings(asked!.customerId).filter(({ field }) => field === 'birthDate')
    const isOtherwise = born?.value !== customers(asked!.customerId)[0]!.birthDate
    const expected: Readonly<Record<string, boolean>> = {
      machineReview: asked!.state === 'abnormal',
      readings: isOtherwise,
      face: asked!.facePpm! < 800_000,
      bureauScore: asked!.bureauScore! < 600,
    }
    expect([loanId, hit.rule, expected[hit.rule]]).toEqual([loanId, hit.rule, true])
    expect(trace.find(({ rule }) => rule === 'documents')?.value).toBe('true')
    expect(machineState === 'abnormal').toBe(asked!.state === 'abnormal')
    if (!reviewerId) expect(state).toBe(machineState === 'abnormal' ? 'manualCheck' : 'unclaimed')
  }
})

test('some of whoever waits share a contact, an account or a telephone with somebody who has borrowed', async ({
  library,
}) => {
  const { db } = library.database
  const waiting = new Set(library.loans.filter(({ state }) => state === 22).map(({ customerId }) => customerId))
  const marks = [
    (await db.select().from(contactRows)).map(({ customerId, phoneIndex }) => [customerId, phoneIndex] as const),
    (await db.select().from(cardRows)).map(({ customerId, accountIndex }) => [customerId, accountIndex] as const),
    (await db.select().from(deviceRows)).map(({ customerId, mark }) => [customerId, mark] as const),
  ]

  for (const rows of marks) {
    const borrowed = new Set(rows.filter(([id]) => !waiting.has(id)).map(([, mark]) => mark))
    expect(rows.some(([id, mark]) => waiting.has(id) && borrowed.has(mark))).toBe(true)
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
