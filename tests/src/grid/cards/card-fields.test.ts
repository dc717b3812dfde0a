import { expect, test } from 'vitest'
import type { Field } from '#contract/kernel/field.ts'
import applications from '#grids/applications.ts'
import audit from '#grids/audit.ts'
import calls from '#grids/calls.ts'
import consents from '#grids/consents.ts'
import couponTemplates from '#grids/coupon-templates.ts'
import failedPayouts from '#grids/failed-payouts.ts'
import openCases from '#grids/open-cases.ts'
import { grids } from '#src/catalogue.ts'
import { cardFieldsOf } from '#src/grid/cards/card-fields.ts'

const names = (fields: readonly (Field | null)[]) => fields.map((field) => field?.name ?? null)

test('a card begins with what stays in sight of its list, and says how it stands, whose it is, how much and when', () => {
  const { id, state, people, amount, day, number } = cardFieldsOf(applications)

  expect(names([id, state, ...people])).toEqual(['id', 'state', 'name', 'phone'])
  expect(names([amount, day, number])).toEqual(['amount', 'dueDate', 'overdueDays'])
})

test('a list whose rows are told by a moment or a name begins its cards with that', () => {
  expect(names([cardFieldsOf(audit).id, ...cardFieldsOf(audit).people])).toEqual(['at', 'risk', 'actor', 'command'])
  expect(cardFieldsOf(couponTemplates).id.name).toBe('name')
})

test('what a bank says in its own words is told on a card by its class, in the words of whoever reads', () => {
  expect(names(cardFieldsOf(failedPayouts).people)).toEqual(['name', 'failureCode'])
})

test('a card says how a row stands, and before whose it is of which kind it is where a list has several', () => {
  expect(names([cardFieldsOf(calls).state, ...cardFieldsOf(calls).people])).toEqual([
    'state',
    'direction',
    'name',
    'phone',
  ])
  expect(names([cardFieldsOf(consents).state, ...cardFieldsOf(consents).people])).toEqual([
    'state',
    'document',
    'name',
    'documentVersion',
  ])
})

test('a card of a case names the customer, not the stage', () => {
  expect(names(cardFieldsOf(openCases).people)).toEqual(['name', 'phone'])
})

test('no card says the same twice', () => {
  for (const grid of grids) {
    const { id, state, people, amount, day, number } = cardFieldsOf(grid)
    const said = names([id, state, ...people, amount, day, number]).filter((name) => name !== null)
    expect([grid.id, said]).toEqual([grid.id, [...new Set(said)]])
  }
})
