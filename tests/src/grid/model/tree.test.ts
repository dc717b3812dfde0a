import { expect, test } from 'vitest'
import { pageMax } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { Pages, type Row, type RowSource } from '#src/grid/model/pages.ts'
import { Tree, treeNodes, treeSource } from '#src/grid/model/tree.ts'

const asOf = '2026-03-10T06:00:00Z' as Instant
const signal = new AbortController().signal
/** Rows by their paths. */
const rowsAt = (...paths: string[]): Row[] =>
  paths.map((path) => ({ id: path.split('/').at(-2)!, path: `/HQ${path}`, name: path }))

const organisation = rowsAt('/A/', '/A/D/', '/A/D/G/', '/A/D/H/', '/A/E/', '/B/')
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).join(' ')

/** The tree of those rows, with some of its branches opened. */
function treeOf(opened: readonly string[] = [], rows = organisation): Tree {
  const tree = new Tree('path', opened)
  tree.take(rows)
  return tree
}

test('rows stand below the nearest of their ancestors that is there, and know how deep', () => {
  const nodes = treeNodes(rowsAt('/A/', '/A/D/G/', '/B/E/H/'), 'path')

  expect(nodes.map(({ row, level, parent, isBranch }) => [row.id, level, parent, isBranch])).toEqual([
    ['A', 1, null, true],
    ['G', 2, 'A', false],
    ['H', 1, null, false],
  ])
})

test('siblings stay in the order of the list, with what is below them', () => {
  const nodes = treeNodes(rowsAt('/A/D/H/', '/B/', '/A/D/G/', '/A/', '/A/D/'), 'path')

  expect(nodes.map(({ row }) => row.id)).toEqual(['B', 'A', 'D', 'H', 'G'])
})

test.for([
  [[], 'A B'],
  [['A'], 'A D E B'],
  [['A', 'D'], 'A D G H E B'],
  [['D'], 'A B'],
] as const)('where %j is open, %s is shown', ([opened, shown]) => {
  expect(idsOf(treeOf(opened).shown)).toBe(shown)
})

test('a branch that is opened again shows below it what was open', () => {
  const tree = treeOf(['A', 'D'])

  tree.setOpen(['A'], false)
  const folded = idsOf(tree.shown)
  tree.setOpen(['A'], true)

  expect([folded, idsOf(tree.shown)]).toEqual(['A B', 'A D G H E B'])
})

test('under a filter all is open until it is folded; the whole list is as it was left', () => {
  const tree = treeOf(['A'])

  tree.filter(true)
  const filtered = idsOf(tree.shown)
  tree.setOpen(['D'], false)
  const folded = idsOf(tree.shown)
  tree.filter(false)

  expect([filtered, folded, idsOf(tree.shown)]).toEqual(['A D G H E B', 'A D E B', 'A D E B'])
})

test('what a folded branch hides is held, changed and found all the same', () => {
  const tree = treeOf()

  tree.patch(new Map([['G', { ...organisation[2]!, name: 'other' }]]))

  expect(tree.isShown('G')).toBe(false)
  expect(tree.ancestorsOf('G')).toEqual(['D', 'A'])
  expect(tree.rows.find(({ id }) => id === 'G')).toMatchObject({ name: 'other' })
})

/** Rows that are answered page by page. */
function served(rows: readonly Row[]) {
  const asked: (readonly [from: number, asOf: string | null])[] = []
  const source: RowSource = {
    async page(from, size, moment) {
      asked.push([from, moment])
      return { rows: rows.slice(from, from + size), asOf }
    },
    count: () => Promise.reject(new Error('a tree counts what it has')),
    isTransient: () => false,
  }
  return { source, asked }
}

test('a tree is read as a whole, of one moment and once, however often it is folded', async () => {
  const many = rowsAt('/A/', ...Array.from({ length: pageMax + 20 }, (_, i) => `/A/D${i}/`))
  const { source, asked } = served(many)
  const tree = new Tree('path', ['A'])
  const reading = treeSource(source, tree)

  const counted = await reading.count(signal)
  const { rows } = await reading.page(pageMax, 200, null, signal)

  expect([counted, rows.length]).toEqual([pageMax + 21, 21])
  expect(asked).toEqual([
    [0, null],
    [pageMax, asOf],
  ])
})

test('a list shows other rows of those that have come at once', async () => {
  const tree = new Tree('path')
  const pages = new Pages(() => {})
  pages.restart(treeSource(served(organisation).source, tree))
  await pages.fetchBlock(0)
  const before = pages.count

  tree.setOpen(['A'], true)
  pages.replace(tree.shown)

  expect([before, pages.count, pages.rowAt(1)?.id]).toEqual([2, 4, 'D'])
})

test.for([
  ['what everything stands below is open where nobody has been', undefined, ['/A/', '/A/D/', '/A/D/G/'], 'A D'],
  ['and stays folded where somebody folded it', [], ['/A/', '/A/D/', '/A/D/G/'], 'A'],
  ['of several roots none is', undefined, ['/A/', '/A/D/', '/B/'], 'A B'],
] as const)('%s', ([_, opened, paths, shown]) => {
  const tree = new Tree('path', opened)
  tree.take(rowsAt(...paths))

  expect(idsOf(tree.shown)).toBe(shown)
})
