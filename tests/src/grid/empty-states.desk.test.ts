import '#tests/src/command/browser.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { EmptyStates } from '#src/grid/EmptyStates.tsx'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { test } from '#tests/src/command/desk.ts'

test('a list that is empty for somebody says that only what their roles reach is listed', async ({ desk, given }) => {
  await given.plan()
  await desk.sit('salesman')
  const model = new GridModel(grids.find(({ page }) => page === 'customers')!, null)
  model.show(ref({ ...unfiltered }), null, 'address')
  await vi.waitUntil(() => model.state.count === 0, { timeout: 30_000 })

  expect(renderToStaticMarkup(createElement(EmptyStates, { model }))).toContain('Listed is only what your roles reach.')
})
