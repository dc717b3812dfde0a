import { expect, test } from 'vitest'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { formOfQuery, noCriteria, queryWithCriteria } from '#src/grid/filter/form-query.ts'

const due = { name: 'dueDate', kind: 'date' as const, nullable: false }
const reader = { fields: [due], sortable: ['dueDate'], searchable: [], currency: 'INR' as const }

test('a day in the form is written as in the line: of the calendar, or counted from today', () => {
  for (const [from, to] of [
    ['2026-03-01', '2026-03-31'],
    ['-7d', 'today'],
    ['today', '+7d'],
  ] as const) {
    const query = queryWithCriteria({ where: null, sort: [] }, due, { ...noCriteria, from, to }, reader)!

    expect(formOfQuery(query, reader).asked.get('dueDate')).toMatchObject({ from, to })
  }
})

test('what the line says of days counted from today stands in the form, and is changed there', () => {
  const { query } = parse('dueDate:-7d', reader)

  const next = queryWithCriteria(query, due, { ...noCriteria, from: '-30d', to: 'today' }, reader)!

  expect(formOfQuery(query, reader).others).toEqual([])
  expect(print(next, reader)).toBe('dueDate:-30d')
})

test('what is chosen from keys is asked for in full, and stands in the form as it was chosen', () => {
  const page = { name: 'page', kind: 'text' as const, nullable: true }
  const pages = { ...reader, fields: [page] }

  const chosen = { ...noCriteria, values: ['customer'], exact: true }
  const query = queryWithCriteria({ where: null, sort: [] }, page, chosen, pages)!

  expect(print(query, pages)).toBe('page=customer')
  expect(formOfQuery(query, pages).asked.get('page')).toMatchObject({ values: ['customer'] })
})
