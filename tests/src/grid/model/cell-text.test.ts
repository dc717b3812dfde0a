import { expect, test } from 'vitest'
import applications from '#grids/applications.ts'
import commissionStatements from '#grids/commission-statements.ts'
import failedPayouts from '#grids/failed-payouts.ts'
import type { Grid } from '#src/grid/define.ts'
import { cellText, isSparse } from '#src/grid/model/cell-text.ts'

/** What stands in a column of a list for each value. */
function cells({ listing, columns }: Grid, name: string, values: readonly (number | string | null)[]): string[] {
  const field = listing.fields.find((one) => one.name === name)!
  const said = cellText(field, { sparse: isSparse(columns.find((column) => column.field === name)!) })
  return values.map(said)
}

test('no days overdue say nothing; a count that does not alarm from the first on says none', () => {
  expect(cells(applications, 'overdueDays', [0, 1, 15, null])).toEqual(['', '1', '15', ''])
  expect(cells(applications, 'attempts', [0])).toEqual(['0'])
  expect(cells(failedPayouts, 'hours', [0])).toEqual(['0'])
})

test('a month says no day', () => {
  expect(cells(commissionStatements, 'month', ['2026-10-01'])).toEqual(['2026-10'])
})
