import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grids } from '#src/catalogue.ts'
import type { Column } from '#src/grid/define.ts'
import {
  type ColumnLayout,
  declaredLayout,
  isSameLayout,
  reconcileLayout,
  shownColumns,
  widthOf,
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

/** As `LN261122001401`: two letters, a day, six digits. */
const idLength = 14
/** A character of IBM Plex Mono at 13 px, and the padding and borders of a cell beside the text. */
const [characterPixels, besidePixels] = [13 * 0.6, 24]
/** Of stages and products the ids are words that people gave them. */
const named = ['stages.list id', 'apps.list defaultProductId']

test('every column of ids holds a whole id, in whichever list', () => {
  const ids = grids.flatMap(({ id, columns }) =>
    columns
      .filter(({ kind, field }) => kind === 'id' || field === 'objectId')
      .map((one) => ({ name: `${id} ${one.field}`, width: widthOf(one) })),
  )
  const needed = Math.ceil(idLength * characterPixels + besidePixels)

  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter(({ name, width }) => width < needed && !named.includes(name))).toEqual([])
})
