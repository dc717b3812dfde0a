import { expect } from 'vitest'
import { faceReading } from '#server/modules/machine-reviews/steps/face-reading.ts'
import { compareTexts, dateFirstByYear } from '#server/modules/readings/steps/compare.ts'
import { replaceReadings } from '#server/modules/readings/steps/readings.ts'
import { test } from '#tests/support/server.ts'

const marked = (text: string, places: readonly number[]) => places.map((at) => text[at]).join('')

test.for([
  ['Meera Kulkarni', 'MEERA KULKARNI'],
  ['4B, Sai Nivas; Pune', '4B SAI NIVAS PUNE'],
  ['Nguyễn Văn Đức', 'NGUYEN VAN DUC'],
  ['2341 2341 2346', '234123412346'],
] as const)('%s and %s say the same', ([typed, read]) => {
  expect(compareTexts(typed, read)).toEqual({ same: true, differs: { typed: [], read: [] } })
})

test.for([
  ['1994-08-12', '1996-08-12', '4', '6'],
  ['411045', '411021', '45', '21'],
  ['4B Sai Nivas, Baner', '4B SAI NIVAS, PASHAN', 'Baner', 'PASHAN'],
  ['Meera Kulkarni', 'MEERA S KULKARNI', '', 'S'],
] as const)('of %s and %s only what differs is marked', ([typed, read, inTyped, inRead]) => {
  const { same, differs } = compareTexts(typed, read)

  expect([same, marked(typed, differs.typed), marked(read, differs.read)]).toEqual([false, inTyped, inRead])
})

test('a date is read whichever end its year stands at', () => {
  expect(['12/08/1996', '1996-8-12', '12.8.1996', 'soon'].map(dateFirstByYear)).toEqual([
    ...['1996-08-12', '1996-08-12', '1996-08-12'],
    'soon',
  ])
})

test('a review tells what was typed, masked, and what others have too, with how it went', async ({ as, given }) => {
  const shared = { phone: '9811100000', card: { account: '777700001111' } }
  await given.plan({ ...shared, state: 50, dueDate: '2026-02-28' as never })
  await given.loan({ state: 40, phone: shared.phone, card: { account: '888800002222' } })
  const { review } = await given.loan({ state: 22, ...shared })

  const { elsewhere, compared, documents, place } = await as('reviewer').reviews.detail({ id: review.id })

  expect(elsewhere).toEqual([
    { what: 'phone', shown: '98****0000', others: 2, repaid: 1, overdue: 1, worstOverdueDays: 10 },
    { what: 'card', shown: '****1111', others: 1, repaid: 0, overdue: 1, worstOverdueDays: 10 },
  ])
  expect(compared.map(({ field }) => field)).toHaveLength(10)
  expect(compared.find(({ field }) => field === 'pan')).toMatchObject({ typed: 'XXXXXX234F', read: null, valid: true })
  expect(compared.find(({ field }) => field === 'accountHolder')).toMatchObject({ same: true, from: 'bank' })
  expect(documents).toEqual({ panValid: true, aadhaarValid: true })
  expect(place).toEqual({ nth: 1, of: 1 })
})

test.for([
  [940_000, true, true],
  [940_000, false, false],
  [790_000, true, false],
] as const)(
  'a face that is %i alike, and of somebody there: %s, is the same: %s',
  async ([similarity, alive, same], { as, given, server }) => {
    const { review, id } = await given.loan({ state: 22 })
    const { customerId } = (await as('ops').loans.detail({ id })).loan
    const { database, clock, secrets } = server.app
    await replaceReadings(database.db, customerId, [faceReading({ similarity, alive })], { now: clock.now(), secrets })

    const { compared } = await as('reviewer').reviews.detail({ id: review.id })

    expect(compared.find(({ field }) => field === 'face')).toMatchObject({ same })
  },
)

test('whoever sees no review queue sees no review', async ({ as, given }) => {
  const { review } = await given.loan({ state: 22 })

  for (const who of ['cs', 'collector', 'marketer'] as const)
    await expect(as(who).reviews.detail({ id: review.id })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').reviews.mine({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').reviews.figures()).rejects.toMatchObject({ code: 403 })
})
