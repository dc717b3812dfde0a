import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { formatMoney } from '#contract/kernel/format.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { grids } from '#src/catalogue.ts'
import { applyFilter } from '#src/grid/actions/filter-and-sort.ts'
import { toggleRow } from '#src/grid/actions/select-rows.ts'
import { hintsOf, markedText } from '#src/grid/hooks/use-status-line.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { test } from '#tests/src/command/desk.ts'

test('what is marked comes to the amount that is seen, and not to one that is hidden', async ({ desk, given, as }) => {
  const { loanId } = await given.plan()
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'orders')!, null)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  const [order] = (await as('ops').loans.orders({ q: `id:${loanId}` })).rows

  toggleRow(model, 0)

  expect(model.columns).not.toContain('amount')
  expect(order!.received.minor).not.toBe(order!.amount.minor)
  expect(markedText(model, 'en')).toEqual(['1 selected', `Σ ${formatMoney(order!.received, 'en')}`])
})

test('a list without rows names no key of rows, only that of its filter', async ({ desk, given }) => {
  await given.plan()
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'orders')!, null)
  const labels = () => hintsOf(model).map(({ label }) => label)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  expect(labels()).toEqual(expect.arrayContaining(['grid.hint.mark', 'grid.hint.peek', 'grid.hint.filter']))

  await applyFilter(model, parse('id:LN000000000000', model.reader).query, null, 'applied')
  await vi.waitUntil(() => model.state.count === 0, { timeout: 30_000 })

  expect(labels()).toEqual(['grid.hint.filter'])
})
