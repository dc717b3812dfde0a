import { expect, test } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { factsOf } from '#src/grid/peek/row-facts.ts'

const announcements = grids.find(({ page }) => page === 'announcements')!
const said = (row: Readonly<Record<string, unknown>>) =>
  factsOf({ listing: announcements.listing, grid: announcements }, { id: 'AN1', ...row }, ['id', 'state']).map(
    ({ name }) => name,
  )

test('a look at a row shows no fact that says nothing: a missing one, an empty text, an empty list', () => {
  expect(said({ version: 1, state: 'enabled', title: 'Closed', readers: '', showFrom: null, exposures: 0 })).toEqual([
    'title',
    'exposures',
  ])
  expect(said({ title: [], readers: 'Collections' })).toEqual(['readers'])
})
