import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { extendRange, toggleRow } from '#src/grid/actions/select-rows.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { blockSize } from '#src/grid/model/pages.ts'
import { markCount } from '#src/grid/model/selection.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { Given } from '#tests/support/given.ts'

const place = { q: '', row: 3, column: null, top: 0, marks: ['LN0'], open: [] }

/** A list of more rows than come at once, left at a place and loaded anew; how many rows there are is told later. */
async function loadedAnew(desk: Desk, given: Given) {
  await given.likeLoan(await given.loan(), blockSize)
  await desk.sit('ops')
  const { fetch } = globalThis
  let tell = () => {}
  const counted = new Promise<void>((resolve) => {
    tell = resolve
  })
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    if (String(asked[0]).includes('/count')) await counted
    return fetch(...asked)
  })
  const model = new GridModel(grids.find(({ page }) => page === 'failedPayouts')!, place)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row, { timeout: 30_000 })
  expect(model.state.count).toBeNull()
  const count = async () => {
    tell()
    await vi.waitUntil(() => model.state.count !== null, { timeout: 30_000 })
  }
  return { model, count }
}

test('a list that is loaded anew goes where it stood once its rows are counted', async ({ desk, given }) => {
  const { model, count } = await loadedAnew(desk, given)

  await count()

  expect(model.cursor.row).toBe(3)
  expect(markCount(model.state.marks)).toBe(1)
})

test('whoever has gone somewhere before is not taken back: what they mark is one range', async ({ desk, given }) => {
  const { model, count } = await loadedAnew(desk, given)

  extendRange(model, 1)
  await count()
  extendRange(model, 2)

  expect(model.cursor.row).toBe(2)
  expect(markCount(model.state.marks)).toBe(3)
})

test('whoever has marked a row before keeps that mark', async ({ desk, given }) => {
  const { model, count } = await loadedAnew(desk, given)

  toggleRow(model, 0)
  await count()

  expect(model.state.marks).toMatchObject({ ids: new Set([model.row!.id]) })
})
