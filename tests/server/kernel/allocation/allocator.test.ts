import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Allocator } from '#server/kernel/allocation/allocator.ts'
import type { Assignee, Share } from '#server/kernel/allocation/tree.ts'

const unit = (id: string, weight: number | null, more: Partial<Share> = {}): Share => ({
  ...{ id, parentId: null, weight, locked: false, credit: 0 },
  ...more,
})
const person = (id: string, unitId: string, more: Partial<Assignee> = {}): Assignee => ({
  ...{ id, unitId, open: 0, capacity: null, given: 0, amount: 0 },
  ...more,
})
const agencies = [unit('A', 50), unit('B', 30), unit('C', 20)]
const crew = ['A1', 'A2', 'B1', 'B2', 'C1'].map((id) => person(id, id[0]!))
/** What each of them has been given, one after the other. */
function shared(allocator: Allocator, amounts: readonly number[]): Record<string, number[]> {
  const given: Record<string, number[]> = {}
  for (const amount of amounts) {
    const to = allocator.give({ amount }) ?? 'nobody'
    given[to] = [...(given[to] ?? []), amount]
  }
  return given
}
/** Agencies, by letter, in the order in which they get so many pieces. */
const turns = (allocator: Allocator, count: number): string =>
  Array.from({ length: count }, () => allocator.give({ amount: 0 })?.[0]).join('')

describe('weights', () => {
  test('23 and then 7 pieces come to exactly 50, 30 and 20 in a hundred', () => {
    const first = new Allocator(crew, agencies)
    expect(turns(first, 23)).toBe('ABCAABACBAABCAABACBAABC')
    expect([...first.credits]).toEqual([
      ['A', 50],
      ['B', -10],
      ['C', -40],
    ])
    const carried = agencies.map((one) => ({ ...one, credit: first.credits.get(one.id)! }))
    const second = new Allocator(crew, carried)
    expect(turns(second, 7)).toBe('AABACBA')
    expect([...second.credits.values()]).toEqual([0, 0, 0])
  })

  test('a unit where nobody works drops out, and is owed nothing for it', () => {
    const allocator = new Allocator(
      crew.filter(({ unitId }) => unitId !== 'C'),
      agencies,
    )
    const given = turns(allocator, 23)
    expect([given.replaceAll('B', '').length, given.replaceAll('A', '').length]).toEqual([14, 9])
    expect([...allocator.credits.values()]).toEqual([30, -30, 0])
  })

  test('ten amounts go to agencies in turn, and in each to whoever has least', () => {
    const allocator = new Allocator(crew, agencies)
    const amounts = [9000, 8500, 8000, 7000, 6500, 6000, 5000, 4000, 3000, 2000]
    expect(shared(allocator, amounts)).toEqual({
      ...{ A1: [9000, 5000], A2: [7000, 6500, 2000] },
      ...{ B1: [8500], B2: [6000, 3000], C1: [8000, 4000] },
    })
  })

  test('what is locked or has no weight beside others that have gets nothing; without any weights people share', () => {
    const departments = [unit('A', 100), unit('B', null), unit('C', 0), unit('D', 40, { locked: true })]
    const people = ['A', 'B', 'C', 'D'].map((id) => person(`${id}1`, id))
    const weighted = new Allocator(people, departments)
    expect(turns(weighted, 4)).toBe('AAAA')
    expect(people.map(({ id }) => weighted.reaches(id))).toEqual([true, false, false, false])
    const even = departments.map((one) => ({ ...one, weight: null }))
    expect(turns(new Allocator(people, even), 6)).toBe('ABCABC')
  })

  test('levels below take turns of their own', () => {
    const inside = [unit('A-x', 75, { parentId: 'A' }), unit('A-y', 25, { parentId: 'A' })]
    const people = [person('x1', 'A-x'), person('y1', 'A-y'), person('b1', 'B'), person('c1', 'C')]
    const allocator = new Allocator(people, [...agencies, ...inside])
    const given = shared(allocator, Array<number>(40).fill(1))
    expect(Object.fromEntries(Object.entries(given).map(([id, all]) => [id, all.length]))).toEqual({
      x1: 15,
      y1: 5,
      b1: 12,
      c1: 8,
    })
  })
})

describe('people', () => {
  test('whoever is full gets nothing, and then nobody does', () => {
    const allocator = new Allocator(
      [person('A1', 'A', { open: 3, capacity: 4 }), person('A2', 'A', { capacity: 2 })],
      agencies,
    )
    expect(Array.from({ length: 4 }, () => allocator.give({ amount: 1 }))).toEqual(['A2', 'A1', 'A2', null])
  })

  test('the former holder is passed over while anybody else can have it, in another agency too', () => {
    const two = [person('A1', 'A'), person('B1', 'B')]
    expect(new Allocator(two, agencies).give({ amount: 1, former: 'A1' })).toBe('B1')
    expect(new Allocator(two.slice(0, 1), agencies).give({ amount: 1, former: 'A1' })).toBe('A1')
  })

  test('whoever is to keep a piece keeps it, out of turn and though they are full', () => {
    const full = [person('A1', 'A', { open: 4, capacity: 4 }), person('B1', 'B')]
    const allocator = new Allocator(full, agencies)
    expect(allocator.explain({ amount: 1, keeper: 'A1' })).toMatchObject({ to: 'A1', kept: true, units: [] })
    expect([...allocator.credits.values()]).toEqual([0, 0, 0])
    expect(allocator.give({ amount: 1, keeper: 'gone' })).toBe('B1')
  })
})

test('an explanation gives the figures of its turn', () => {
  const allocator = new Allocator(crew, agencies)
  turns(allocator, 3)
  expect(allocator.explain({ amount: 5 })).toEqual({
    to: 'A2',
    kept: false,
    units: [
      [
        { id: 'A', credit: 50, weight: 50, after: 0, chosen: true },
        { id: 'B', credit: -10, weight: 30, after: 20, chosen: false },
        { id: 'C', credit: -40, weight: 20, after: -20, chosen: false },
      ],
    ],
    people: [
      { id: 'A2', given: 0, amount: 0, open: 0, chosen: true },
      { id: 'A1', given: 1, amount: 0, open: 1, chosen: false },
    ],
  })
})

const ids = ['A', 'B', 'C', 'D', 'E']
const teams = fc.record({
  weights: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
  capacities: fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { minLength: 5, maxLength: 15 }),
  amounts: fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 150 }),
})

test('any queue: nobody above capacity, nobody without while there is room, each unit within its crew of its weight', () => {
  fc.assert(
    fc.property(teams, ({ weights, capacities, amounts }) => {
      const units = weights.map((weight, i) => unit(ids[i]!, weight))
      const people = capacities.map((capacity, i) => person(`p${i}`, ids[i % weights.length]!, { capacity }))
      const allocator = new Allocator(people, units)
      const to = amounts.map((amount) => allocator.give({ amount }))
      const count = (id: string) => to.filter((one) => one === id).length
      for (const { id, capacity } of people) if (capacity !== null) expect(count(id)).toBeLessThanOrEqual(capacity)
      const room = people.reduce((sum, { capacity }) => sum + (capacity ?? Number.POSITIVE_INFINITY), 0)
      expect(to.filter((one) => one === null)).toHaveLength(Math.max(0, amounts.length - room))
      // what is owed to all of them together is nothing
      expect([...allocator.credits.values()].reduce((sum, one) => sum + one, 0)).toBe(0)
    }),
  )
})

test('any weights without capacities: no unit is a whole piece off its share, in any order of what comes in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 5 }),
      fc.nat(200),
      (weights, count) => {
        const units = weights.map((weight, i) => unit(ids[i]!, weight))
        const people = units.map(({ id }) => person(`${id}1`, id))
        const given = turns(new Allocator(people, units), count)
        const sum = weights.reduce((all, one) => all + one, 0)
        for (const { id, weight } of units) {
          const got = [...given].filter((one) => one === id).length
          expect(Math.abs(got - (count * weight!) / sum)).toBeLessThan(weights.length - 1 + 1e-9)
        }
        expect(turns(new Allocator([...people].reverse(), [...units].reverse()), count)).toBe(given)
      },
    ),
  )
})
