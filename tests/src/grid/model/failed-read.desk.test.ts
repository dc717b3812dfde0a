import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { test } from '#tests/src/command/desk.ts'

test('a list that the server refuses is said once, as any 400, and stays in sight', async ({ desk }) => {
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'failedPayouts')!)

  model.show(ref({ ...unfiltered, text: 'nosuchfield:1' }), null, 'address')
  await vi.waitUntil(() => model.state.problem !== null, { timeout: 30_000 })
  model.pages.fetchBlock(0).catch(() => {})
  await desk.rest()

  const { message } = model.state.problem!
  expect(model.state.problem!.code).toBe(400)
  expect(toasts.waiting.map(({ tone, message, ms }) => ({ tone, message, ms }))).toEqual([
    { tone: 'warn', message, ms: 5_000 },
  ])
})
