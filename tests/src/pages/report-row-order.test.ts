import { expect, test } from 'vitest'
import { inOrder, nextSort } from '#src/pages/reports/row-order.ts'

const row = (value: string, number: number | null, per: number | null = null) => ({
  ...{ value, label: value },
  cells: { kept: number === null ? null : { value: number, per, rows: 1 } },
})
const named = (rows: readonly { value: string | null }[]) => rows.map(({ value }) => value).join('')
const report = { measures: { kept: { per: {} } } }

test('rows are in the order of a rate, not of what it is a part of; what is not known stays last either way', () => {
  const rows = [row('a', 9, 90), row('b', null), row('c', 3, 4), row('d', 1, 2)]

  expect(named(inOrder(rows, report, 'kept'))).toBe('cdab')
  expect(named(inOrder(rows, report, '-kept'))).toBe('adcb')
  expect(named(inOrder(rows, report, undefined))).toBe('abcd')
})

test('the order of a measure turns round, then ends; that of another begins', () => {
  expect(nextSort(undefined, 'kept')).toBe('kept')
  expect(nextSort('kept', 'kept')).toBe('-kept')
  expect(nextSort('-kept', 'kept')).toBeUndefined()
  expect(nextSort('-kept', 'held')).toBe('held')
})
