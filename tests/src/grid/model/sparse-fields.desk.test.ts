import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { withColumnChanged } from '#src/grid/model/layout.ts'
import { fetchRow } from '#src/grid/model/listing-calls.ts'
import { sparseFields } from '#src/grid/model/sparse-fields.ts'
import { test } from '#tests/src/command/desk.ts'

const orders = grids.find(({ page }) => page === 'orders')!

/** A list of orders as it lies in front of somebody. */
async function listOf(orderId: string): Promise<GridModel> {
  const model = new GridModel(orders, null)
  model.show(ref({ ...unfiltered, text: `id:${orderId}` }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  return model
}

test('a list reads the fields that it shows and those that commands ask for; a column shown later is read for its rows', async ({
  desk,
  given,
}) => {
  const { loanId } = await given.plan()
  await desk.sit('ops')
  const model = await listOf(loanId)

  expect(Object.keys(model.row!)).toEqual(expect.arrayContaining(['id', 'version', 'state', 'attempts']))
  expect(Object.keys(model.row!)).not.toContain('channel')

  model.layOut(withColumnChanged(model.state.layout, 'channel', { shown: true }))
  expect(model.row!.id).toBe(loanId)
  await model.pages.fetchBlock(0) // as whoever draws it does
  expect(model.row!.channel).toBeDefined()

  model.layOut(withColumnChanged(model.state.layout, 'channel', { shown: false }))
  expect(model.row!.channel).toBeDefined()
})

test('a look at a row has all its fields', async ({ desk, given }) => {
  const { loanId } = await given.plan()
  await desk.sit('ops')

  const row = await fetchRow(orders.listing, loanId)

  expect(Object.keys(row!).toSorted()).toEqual(orders.listing.fields.map(({ name }) => name).toSorted())
})

test('what a command answers of a row takes no column from it', async ({ desk, given }) => {
  const { loanId } = await given.plan()
  await desk.sit('ops')
  const model = await listOf(loanId)
  const { customerId: _, ...before } = model.row!

  model.patch([{ id: loanId, version: Number(before.version) + 1, state: 40 }])

  expect(model.row).toMatchObject({ ...before, version: Number(before.version) + 1, state: 40 })
})

test('whatever leads on from a row is read with it, and what cannot be looked up by itself is read as a whole', () => {
  for (const grid of grids) {
    const { listing, needs, tree, timeline, table } = grid
    const led = [...needs, tree?.path, tree?.column, timeline?.id, table?.id].filter((name) => name !== undefined)
    const fields = sparseFields(grid, [])
    expect(fields, grid.page).toEqual(expect.arrayContaining(['id', ...led]))
    if (!listing.filter.includes('id')) expect(fields, grid.page).toHaveLength(listing.fields.length)
  }
})
