import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { extendRange } from '#src/grid/actions/select-rows.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { blockSize } from '#src/grid/model/pages.ts'
import { markCount } from '#src/grid/model/selection.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'
import type { Given } from '#tests/support/given.ts'

const place = { q: '', row: 3, column: null, top: 0, marks: [], open: [] }

/** A list of more rows than come at once, left at a place and loaded anew; how many rows there are is told later. */
async function loadedAnew(desk: Desk, given: Given, left: typeof place) {
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
  const model = new GridModel(grids.find(({ page }) => page === 'failedPayouts')!, left)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.row, { timeout: 30_000 })
  expect(model.state.count).toBeNull()
  const count = async () => {
    tell()
    await vi.waitUntil(() => model.state.count !== null, { timeout: 30_000 })
  }
  return { model, count }
}

test('a list that is loaded anew stands where it stood before it is known how many rows there are', async ({
  desk,
  given,
}) => {
  const { model, count } = await loadedAnew(desk, given, place)

  expect(model.cursor.row).toBe(3)
  extendRange(model, 4)
  await count()
  extendRange(model, 5)

  expect(markCount(model.state.marks)).toBe(3)
})

test('whoever has gone somewhere already is not taken back to where they were', async ({ desk, given }) => {
  const { model, count } = await loadedAnew(desk, given, { ...place, row: blockSize + 1 })

  extendRange(model, 1)
  await count()

  expect(model.cursor.row).toBe(1)
})

test('a table that had no rows yet is brought there once it knows how many there are', async ({ desk, given }) => {
  const { model, count } = await loadedAnew(desk, given, { ...place, top: 2 })
  const told: unknown[] = []
  const renderer = {
    scrollTo: (row: number) => told.push(['top', row]),
    showCursor: ({ row }: { row: number }) => told.push(['cursor', row]),
    rowCountChanged: () => told.push('count'),
  }
  model.renderer = renderer as never // nothing else of it is asked for

  await count()

  expect(told.slice(0, 3)).toEqual(['count', ['top', 2], ['cursor', 3]])
})
