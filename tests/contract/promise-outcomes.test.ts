import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import {
  type PromisedPlan,
  type PromiseTerms,
  promiseOutcomes,
  type ReceivedMoney,
} from '#contract/promise-outcomes.ts'

const day = (nth: number): LocalDate => addDays('2026-03-10' as LocalDate, nth)
const at = (nth: number, hour = 6): Date => new Date(Date.parse('2026-03-10T00:00:00Z') + (nth * 24 + hour) * 3_600_000)
/** Promised on day 0 at six. */
const promised = (id: string, amountMinor: number, forDay: number, madeOn = 0): PromiseTerms => ({
  ...{ id: id as PromiseTerms['id'], amountMinor, promisedFor: day(forDay), madeOn: day(madeOn), madeAt: at(madeOn) },
})
const received = (amountMinor: number, onDay: number, hour = 12): ReceivedMoney => ({
  ...{ amountMinor, valueDay: day(onDay), knownAt: at(onDay, hour) },
})
const owing: PromisedPlan[] = [{ dueDate: day(-5), settledOn: null }]
const outcomes = (promises: PromiseTerms[], money: ReceivedMoney[], today: number, plans = owing) =>
  Object.fromEntries(
    [...promiseOutcomes(promises, money, { today: day(today), plans })].map(([id, { state, paidMinor }]) => [
      id,
      `${state} ${paidMinor}`,
    ]),
  )

test.for([
  ['nothing yet', [], 2, 'open 0'],
  ['all of it on its last day', [received(5_000, 2)], 2, 'kept 5000'],
  ['in two parts', [received(2_000, 1), received(3_000, 2)], 2, 'kept 5000'],
  ['a rupee short', [received(4_900, 2)], 3, 'broken 4900'],
  ['a day late', [received(5_000, 3)], 3, 'broken 0'],
  ['before it was promised', [received(5_000, 0, 5)], 3, 'broken 0'],
  ['later on the same day', [received(5_000, 0, 7)], 0, 'kept 5000'],
  ['in time, and known only afterwards', [{ ...received(5_000, 2), knownAt: at(9) }], 9, 'kept 5000'],
] as const)('a promise of 5000 by day 2 with %s is %s', ([, money, today, outcome]) => {
  expect(outcomes([promised('a', 5_000, 2)], [...money], today)).toEqual({ a: outcome })
})

test('each promise is kept or broken by itself, and no money counts for two', () => {
  const both = [promised('friday', 5_000, 3), promised('tuesday', 3_000, 7)]

  expect(outcomes(both, [received(5_000, 2)], 7)).toEqual({ friday: 'kept 5000', tuesday: 'open 0' })
  expect(outcomes(both, [received(3_000, 6)], 8)).toEqual({ friday: 'broken 0', tuesday: 'kept 3000' })
  expect(outcomes(both, [received(6_000, 2)], 8)).toEqual({ friday: 'kept 5000', tuesday: 'broken 1000' })
})

test('whoever owes nothing of it any more in time has kept it with less; a later instalment changes nothing', () => {
  const settled = (on: number) => [{ dueDate: day(-5), settledOn: day(on) }]

  expect(outcomes([promised('a', 5_000, 2)], [received(4_000, 1)], 1, settled(1))).toEqual({ a: 'kept 4000' })
  expect(outcomes([promised('a', 5_000, 2)], [received(4_000, 3)], 3, settled(3))).toEqual({ a: 'broken 0' })
  const next = { dueDate: day(25), settledOn: null }
  expect(outcomes([promised('a', 5_000, 2)], [received(4_000, 1)], 40, [...settled(1), next])).toEqual({
    a: 'kept 4000',
  })
})

const anyPromise = fc.record({ amountMinor: fc.integer({ min: 1, max: 9_000 }), forDay: fc.nat(9), madeOn: fc.nat(4) })
const anyMoney = fc.record({ amountMinor: fc.integer({ min: 1, max: 9_000 }), onDay: fc.nat(12) })

test('whatever is promised and paid, no more counts than was paid in time, in whichever order it is told', () => {
  fc.assert(
    fc.property(fc.array(anyPromise, { maxLength: 5 }), fc.array(anyMoney, { maxLength: 6 }), (wanted, paid) => {
      const promises = wanted.map((one, i) => promised(`p${i}`, one.amountMinor, one.madeOn + one.forDay, one.madeOn))
      const money = paid.map(({ amountMinor, onDay }) => received(amountMinor, onDay))
      const context = { today: day(20), plans: owing }

      const found = promiseOutcomes(promises, money, context)

      // counted another way: by each day that something ends on, from the first promise on
      for (const end of promises.map(({ promisedFor }) => promisedFor)) {
        const counted = promises
          .filter(({ promisedFor }) => promisedFor <= end)
          .reduce((sum, { id }) => sum + found.get(id)!.paidMinor, 0)
        const came = money.filter(({ valueDay }) => valueDay <= end).reduce((sum, one) => sum + one.amountMinor, 0)
        expect(counted).toBeLessThanOrEqual(came)
      }
      for (const { id, amountMinor } of promises) {
        const { paidMinor, state } = found.get(id)!
        expect(paidMinor).toBeLessThanOrEqual(amountMinor)
        expect(state).toBe(paidMinor === amountMinor ? 'kept' : 'broken')
      }
      expect(promiseOutcomes(promises.toReversed(), money.toReversed(), context)).toEqual(found)
    }),
  )
})
