import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { cases } from '#contract/cases.ts'
import { grids } from '#src/catalogue.ts'
import { loadViews, viewsOf } from '#src/grid/model/views.ts'
import { test } from '#tests/src/command/desk.ts'

test('whoever asks for saved views while they are on their way waits for them as well', async ({ desk, raw }) => {
  await desk.sit('collector')
  const view = {
    listing: cases.open.id,
    title: 'Small amounts',
    audience: 'own',
    query: 'repayable>1',
    layout: [],
  } as const
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }
  await raw('POST /views', { method: 'POST', headers, who: 'collector', body: JSON.stringify(view) })
  const saved = () => viewsOf(grids.find(({ listing }) => listing.id === cases.open.id)!).filter(({ saved }) => saved)

  void loadViews()
  await loadViews()

  expect(saved().map(({ query }) => query)).toEqual(['repayable>1'])
})
