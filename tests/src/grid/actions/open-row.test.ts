import { afterEach, expect, test } from 'vitest'
import { openOrPeek } from '#src/grid/actions/open-row.ts'
import type { GridModel } from '#src/grid/model/grid-model.ts'
import { tellOwnPages } from '#src/session/base/own-pages.ts'

afterEach(() => tellOwnPages(() => true))

test('a row whose page is not open to whoever asks is looked at instead', () => {
  tellOwnPages((path) => path !== '/detail')
  const row = { id: 'LN261104000241' }
  // cast: of the list what opening looks at
  const model = { row, grid: { open: ({ id }: typeof row) => `/detail?id=${id}` }, state: { peek: false } }

  openOrPeek(model as unknown as GridModel)

  expect(model.state.peek).toBe(true)
})
