import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from '#src/grid/define.ts'
import {
  declared,
  type Laid,
  reconciled,
  sameLayout,
  shownIn,
  withColumn,
  withMoved,
  withSwapped,
} from '#src/grid/layout.ts'

const column = (field: string, more: Partial<Column> = {}): Column => ({ field, kind: 'text', ...more })
const grid = { columns: [column('id', { pin: true }), column('name'), column('note', { hidden: true }), column('due')] }
const laid = (field: string, more: Partial<Laid> = {}): Laid => ({
  field,
  shown: true,
  pinned: false,
  width: null,
  ...more,
})

test('a layout that was kept goes on without columns that are gone, and with new ones where they are declared', () => {
  const kept = [laid('due'), laid('gone'), laid('id', { width: 90 })]

  expect(reconciled(kept, grid).map(({ field }) => field)).toEqual(['due', 'id', 'name', 'note'])
  expect(reconciled(kept, grid).find(({ field }) => field === 'id')).toEqual(laid('id', { width: 90 }))
})

test('whatever was kept, every column of the list stands in the layout once, and one of them is shown', () => {
  const anyLaid = fc.record({
    field: fc.oneof(fc.constantFrom('id', 'name', 'note', 'due', 'gone'), fc.string()),
    shown: fc.boolean(),
    pinned: fc.boolean(),
    width: fc.oneof(fc.constant(null), fc.integer()),
  })

  fc.assert(
    fc.property(fc.oneof(fc.array(anyLaid), fc.jsonValue()), (kept) => {
      const layout = reconciled(kept, grid)

      expect(layout.map(({ field }) => field).toSorted()).toEqual(['due', 'id', 'name', 'note'])
      expect(shownIn(layout).length).toBeGreaterThan(0)
    }),
  )
})

test('a column moves past its neighbour on the screen, over hidden ones, and stays at an edge', () => {
  const layout = declared(grid)

  expect(shownIn(withSwapped(layout, 'due', -1))).toEqual(['id', 'due', 'name'])
  expect(withSwapped(layout, 'due', 1)).toEqual(layout)
  // a column that stays in view changes places only with others that do
  expect(withSwapped(layout, 'name', -1)).toEqual(layout)
  expect(withMoved(layout, 'note', -1).map(({ field }) => field)).toEqual(['id', 'note', 'name', 'due'])
})

test('two layouts are the same only column by column', () => {
  const layout = declared(grid)

  expect(sameLayout(layout, declared(grid))).toBe(true)
  expect(sameLayout(layout, withColumn(layout, 'due', { width: 60 }))).toBe(false)
  expect(sameLayout(layout, withMoved(layout, 'due', -1))).toBe(false)
})
