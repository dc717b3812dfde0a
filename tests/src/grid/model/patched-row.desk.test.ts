import '#tests/src/command/browser.ts'
import { ref } from 'valtio'
import { expect, vi } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { activatePage } from '#src/command/active-list.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { activeListOf } from '#src/grid/actions/action-target.ts'
import { unfiltered } from '#src/grid/model/active-filter.ts'
import { GridModel } from '#src/grid/model/grid-model.ts'
import { test } from '#tests/src/command/desk.ts'

test('a row that was changed is what it is now before any list is fetched again', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'operationTickets')!)
  model.show(ref({ ...unfiltered, text: `id:${id}` }), null, 'address')
  await vi.waitUntil(() => model.row, { timeout: 30_000 })
  const leave = activatePage('operationTickets', activeListOf(model))
  const before = Number(model.row!.version)

  await startCommand(desk.command('tickets.transfer'), { args: { to: 'SVC', note: undefined } })

  await desk.rest()
  expect(desk.sent).toEqual(['tickets.transfer'])
  expect(activeListOf(model).target()!.loadedRows).toMatchObject([
    { id, version: before + 1, department: { id: 'SVC' } },
  ])
  leave()
})

test('figures that change without their row are shown; what has not changed is not drawn again', async ({ desk }) => {
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'stages')!)
  model.show(ref({ ...unfiltered, text: 'id:S1' }), null, 'address')
  await vi.waitUntil(() => model.row, { timeout: 30_000 })
  const drawn: unknown[] = []
  const renderer = { patch: (rows: readonly { openCases?: unknown }[]) => drawn.push(rows.map((row) => row.openCases)) }
  model.renderer = renderer as never // nothing else of it is asked for

  model.patch([{ ...model.row!, openCases: 3 }])
  model.patch([{ ...model.row! }])

  expect(drawn).toEqual([[3], []])
})

test('what was read before a change and is answered after it takes nothing back', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('ops')
  const model = new GridModel(grids.find(({ page }) => page === 'operationTickets')!)
  model.show(ref({ ...unfiltered, text: `id:${id}` }), null, 'address')
  await vi.waitUntil(() => model.row, { timeout: 30_000 })
  const read = model.row!
  const changed = { ...read, version: Number(read.version) + 1, department: { id: 'SVC', label: 'Service' } }

  model.patch([changed])
  model.patch([read])

  expect(model.row).toEqual(changed)
})
