import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { activatePage, activePage } from '#src/command/active-list.ts'
import { closePalette } from '#src/command/run/palette-state.ts'
import { activeListOf } from '#src/grid/actions/action-target.ts'
import { toggleRow } from '#src/grid/actions/select-rows.ts'
import { rowMenu } from '#src/grid/menu/row-menu.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { test } from '#tests/src/command/desk.ts'

/** The list of failed pay-outs, in front, as it has come. */
async function failedPayouts(): Promise<GridModel> {
  const model = new GridModel(grids.find(({ page }) => page === 'failedPayouts')!)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  activatePage('failedPayouts', activeListOf(model))
  return model
}

test('a menu acts on the row it is opened on: on all marked rows from one of them, else on it alone, and says so', async ({
  desk,
  given,
}) => {
  for (let i = 0; i < 3; i++) await given.loan()
  await desk.sit('ops')
  const model = await failedPayouts()
  toggleRow(model, 0)
  toggleRow(model, 1)
  const redisburse = () => rowMenu(model)[0]!.items.find(({ label }) => label === 'Re-disburse')!

  model.moveTo({ row: 1 })
  const ofMarked = rowMenu(model)[0]!.heading
  redisburse().run()
  const many = (await desk.at('review')).draft.target!
  closePalette()
  model.moveTo({ row: 2 })
  const { id } = model.row!
  const ofOne = rowMenu(model)[0]!.heading
  redisburse().run()
  const one = (await desk.at('review')).draft.target!
  await desk.rest()

  expect([ofMarked, many.count]).toEqual(['2 rows', 2])
  expect(ofOne).toBe(`Only ${id}: the 2 marked rows stay as they are`)
  expect(one.selection).toEqual({ listing: 'loans.failedPayouts', ids: [id] })
  expect(activePage.list!.target()!.count, 'the marks are left').toBe(2)
})

test('a menu opened before the list is the active one, or before its row has come, is of that row all the same', async ({
  desk,
  given,
}) => {
  await given.loan()
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'failedPayouts')!)
  model.show(ref({ ...unfiltered }), null, 'address')
  const [early] = rowMenu(model)
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  const [first] = rowMenu(model)
  first!.items.find(({ label }) => label === 'Re-disburse')!.run()
  const { target } = (await desk.at('review')).draft
  await desk.rest()

  expect(activePage.list).toBeNull()
  expect(early!.items).toEqual([expect.objectContaining({ label: 'This row is loading…', off: '' })])
  expect(target!.selection).toEqual({ listing: 'loans.failedPayouts', ids: [model.row!.id] })
})

test('a menu begins with what is done here, keeps the dangerous apart, and folds what cannot be done now', async ({
  desk,
  given,
}) => {
  await given.loan()
  await desk.sit('manager')
  const model = await failedPayouts()

  const sections = rowMenu(model)

  const [daily, destructive, notNow] = sections
  expect(daily!.items[0]!.label).toBe('Re-disburse')
  expect(destructive!.items.map(({ label }) => label)).toEqual(['Cancel disbursement'])
  expect(notNow!.folded).toBe(true)
  expect(notNow!.heading).toBe(`Not now, ${notNow!.items.length}`)
  expect(notNow!.items.every(({ off }) => off !== undefined)).toBe(true)
  expect(sections.filter(({ folded }) => !folded).flatMap(({ items }) => items).length).toBeLessThanOrEqual(24)
})
