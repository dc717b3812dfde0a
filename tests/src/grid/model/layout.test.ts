import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from '#src/grid/define.ts'
import {
  type ColumnLayout,
  declaredLayout,
  isSameLayout,
  reconcileLayout,
  shownColumns,
  withColumnChanged,
  withColumnMoved,
  withColumnSwapped,
} from '#src/grid/model/layout.ts'

const column = (field: string, more: Partial<Column> = {}): Column => ({ field, kind: 'text', ...more })
const grid = { columns: [column('id', { pin: true }), column('name'), column('note', { hidden: true }), column('due')] }
const laid = (field: string, more: Partial<ColumnLayout> = {}): ColumnLayout => ({
  field,
  shown: true,
  pinned: false,
  width: null,
  ...more,
})

test('a layout that was kept goes on without columns that are gone, and with new ones where they are declared', () => {
  const kept = [laid('due'), laid('gone'), laid('id', { width: 90 })]

  expect(reconcileLayout(kept, grid).map(({ field }) => field)).toEqual(['due', 'id', 'name', 'note'])
  expect(reconcileLayout(kept, grid).find(({ field }) => field === 'id')).toEqual(laid('id', { width: 90 }))
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
      const layout = reconcileLayout(kept, grid)

      expect(layout.map(({ field }) => field).toSorted()).toEqual(['due', 'id', 'name', 'note'])
      expect(shownColumns(layout).length).toBeGreaterThan(0)
    }),
  )
})

test('a column moves past its neighbour on the screen, over hidden ones, and stays at an edge', () => {
  const layout = declaredLayout(grid)

  expect(shownColumns(withColumnSwapped(layout, 'due', -1))).toEqual(['id', 'due', 'name'])
  expect(withColumnSwapped(layout, 'due', 1)).toEqual(layout)
  // a column that stays in view changes places only with others that do
  expect(withColumnSwapped(layout, 'name', -1)).toEqual(layout)
  expect(withColumnMoved(layout, 'note', -1).map(({ field }) => field)).toEqual(['id', 'note', 'name', 'due'])
})

test('two layouts are the same only column by column', () => {
  const layout = declaredLayout(grid)

  expect(isSameLayout(layout, declaredLayout(grid))).toBe(true)
  expect(isSameLayout(layout, withColumnChanged(layout, 'due', { width: 60 }))).toBe(false)
  expect(isSameLayout(layout, withColumnMoved(layout, 'due', -1))).toBe(false)
})
