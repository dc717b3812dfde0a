import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { cases } from '#contract/cases.ts'
import { grids } from '#src/catalogue.ts'
import { loadViews, viewsOf } from '#src/grid/model/views.ts'
import { endSession } from '#src/session/base/session.ts'
import { test } from '#tests/src/command/desk.ts'

const view = {
  listing: cases.open.id,
  title: 'Small amounts',
  audience: 'own',
  query: 'repayable>1',
  layout: [],
} as const
const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }
const written = { method: 'POST', headers, who: 'collector', body: JSON.stringify(view) } as const
const saved = () => viewsOf(grids.find(({ listing }) => listing.id === cases.open.id)!).filter(({ saved }) => saved)

test('whoever asks for saved views while they are on their way waits for them as well', async ({ desk, raw }) => {
  await desk.sit('collector')
  await raw('POST /views', written)

  void loadViews()
  await loadViews()

  expect(saved().map(({ query }) => query)).toEqual(['repayable>1'])
})

test('saved views that come once somebody has signed out are nobody’s, and the next one waits for their own', async ({
  desk,
  raw,
}) => {
  await desk.sit('collector')
  await raw('POST /views', written)

  const late = loadViews()
  endSession()
  await late
  expect(saved()).toEqual([])

  await desk.sit('collector')
  await loadViews()
  expect(saved().map(({ query }) => query)).toEqual(['repayable>1'])
})
