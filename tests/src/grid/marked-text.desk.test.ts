import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { formatMoney } from '#contract/kernel/format.ts'
import { grids } from '#src/catalogue.ts'
import { toggleRow } from '#src/grid/actions/select-rows.ts'
import { markedText } from '#src/grid/hooks/use-status-line.ts'
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
