import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { rowsInScope } from '#src/grid/actions/export-rows.ts'
import { fold, setAllOpen, stepInTree, unfold } from '#src/grid/actions/fold.ts'
import { markAllMatching, toggleRow } from '#src/grid/actions/select-rows.ts'
import { markedText } from '#src/grid/hooks/use-status-line.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { parsePlace } from '#src/grid/model/grid-place.ts'
import { markCount } from '#src/grid/model/selection.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

/** The organisation, as it has come; `place`: as it was left. */
async function organisation(desk: Desk, place: unknown = null): Promise<GridModel> {
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'agencies')!, parsePlace(place))
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row !== undefined, { timeout: 30_000 })
  return model
}
const shown = ({ pages }: GridModel) => [...pages.rows()].map(([, { id }]) => id).join(' ')

test('an arrow opens and folds in the column of the tree, goes to the parent, and on along the row where neither is left', async ({
  desk,
}) => {
  const model = await organisation(desk)
  const step = (way: 1 | -1) => [stepInTree(model, way), model.row!.id, shown(model)]

  expect(shown(model)).toBe('AG1 AG2 AG3')
  expect(step(1)).toEqual([true, 'AG1', 'AG1 AG1D1 AG2 AG3'])
  expect(step(1)).toEqual([false, 'AG1', 'AG1 AG1D1 AG2 AG3'])
  model.moveTo({ row: 1 })
  expect(step(-1)).toEqual([true, 'AG1', 'AG1 AG1D1 AG2 AG3'])
  expect(step(-1)).toEqual([true, 'AG1', 'AG1 AG2 AG3'])
  expect(step(-1)).toEqual([false, 'AG1', 'AG1 AG2 AG3'])
  model.moveTo({ column: 'owed' })
  expect(step(1)).toEqual([false, 'AG1', 'AG1 AG2 AG3'])
})

test('the cursor stays on its row when all is opened, and goes to what hides it when all is folded', async ({
  desk,
}) => {
  const model = await organisation(desk)

  model.moveTo({ row: 2 })
  setAllOpen(model, true)
  const opened = model.row!.id
  model.moveTo({ row: model.cursor.row + 2 })
  const group = model.row!.id
  setAllOpen(model, false)

  expect([opened, group, model.row!.id]).toEqual(['AG3', 'AG3A', 'AG3'])
})

test('what is folded away is counted, marked with everything that matches, and goes into a file', async ({ desk }) => {
  const model = await organisation(desk)
  unfold(model)
  toggleRow(model, 1)
  fold(model)
  const hidden = markedText(model, 'en').join()

  markAllMatching(model)

  expect(model.pages.count).toBe(3)
  expect(model.state.count).toBeGreaterThanOrEqual(12)
  expect(hidden).toBe('1 selected, 1 not in view')
  expect(markCount(model.state.marks)).toBe(model.state.count)
  expect(rowsInScope(model, 'matching')).toBe(model.state.count)
})

test('a row that has been moved below a folded branch is seen there once the list is fetched again', async ({
  desk,
}) => {
  const model = await organisation(desk)
  setAllOpen(model, true)
  model.moveTo({ row: 2 })
  model.tree!.setOpen(['AG1', 'AG2'], false)

  model.refetch()
  await model.pages.fetchBlock(0)

  expect(shown(model)).toMatch(/^AG1 AG1D1 AG1A AG1B AG2 AG3/)
  expect(model.row!.id).toBe('AG1A')
})

test('a row that an address names is shown, and a reload finds open what was', async ({ desk }) => {
  const model = await organisation(desk)

  const place = model.reveal('AG2B')
  const again = await organisation(desk, JSON.parse(JSON.stringify(model)))

  expect(place).toBe(4)
  expect(shown(again)).toBe('AG1 AG2 AG2D1 AG2A AG2B AG3')
  expect(model.reveal('elsewhere')).toBeNull()
})
