import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instant } from '#contract/kernel/values.ts'
import {
  addMarks,
  allMatching,
  filterChanged,
  isMarked,
  type Marks,
  markCount,
  noMarks,
  rowChanged,
  rowsLoaded,
  rowsRefetched,
  selectionOf,
  toggleMark,
} from '#src/grid/model/selection.ts'

const size = 30
const filters = ['a', 'b', 'all'] as const
type Filter = (typeof filters)[number]
/** Which rows match a filter at first; later changes take some out, and bring them back. */
const matchesAtFirst: Readonly<Record<Filter, (row: number) => boolean>> = {
  a: (row) => row % 2 === 0,
  b: (row) => row % 3 === 0,
  all: () => true,
}
const idOf = (row: number) => `R${row}`
const rows = Array.from({ length: size }, (_, row) => row)

/** A list as somebody sees it, and beside it a plain set of what is marked. */
class World {
  marks: Marks = noMarks
  plain = new Set<string>()
  filter: Filter = 'all'
  /** Rows that somebody else has changed so that they match no filter now. */
  readonly changed = new Set<number>()
  /** The rows that the list shows since it was fetched, and those of them that have stopped matching. */
  shown: readonly string[] = rows.map(idOf)
  readonly gone = new Set<string>()
  asOf = 0

  /** The list is fetched: it shows what matches. */
  fetch(): void {
    this.asOf += 1
    this.shown = this.matching()
    this.gone.clear()
  }

  matching = (filter = this.filter): string[] =>
    rows.filter((row) => matchesAtFirst[filter](row) && !this.changed.has(row)).map(idOf)

  /** What the server would act on. */
  resolved(): string[] {
    const selection = selectionOf(this.marks, 'rows')
    if ('ids' in selection) return selection.ids
    const filter = selection.query as Filter
    return this.matching(filter).filter((id) => !selection.excluded.includes(id))
  }

  put(marks: Marks | null, plain: Iterable<string>): void {
    this.marks = marks!
    this.plain = new Set(plain)
  }
}

/** Something that a person, or somebody else, does. */
type Act = (world: World) => void

const inSight = ({ shown, gone }: World, row: number): string | undefined => {
  const id = shown[row % size]
  return id && !gone.has(id) ? id : undefined
}
const live = ({ shown, gone }: World): string[] => shown.filter((id) => !gone.has(id))

const toggled = fc.nat(size - 1).map(
  (row): Act =>
    (world) => {
      const id = inSight(world, row)
      if (!id) return
      const plain = new Set(world.plain)
      if (!plain.delete(id)) plain.add(id)
      world.put(toggleMark(world.marks, id), plain)
    },
)
const ranged = fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).map(
  ([from, to]): Act =>
    (world) => {
      const ids = live(world).slice(Math.min(from, to), Math.max(from, to) + 1)
      world.put(addMarks(world.marks, ids), [...world.plain, ...ids])
    },
)
const loaded = fc.nat(size - 1).map(
  (count): Act =>
    (world) => {
      const ids = live(world).slice(0, count)
      world.put(addMarks(world.marks, ids), [...world.plain, ...ids])
    },
)
const all: Act = (world) =>
  world.put(allMatching(world.filter, `${world.asOf}` as Instant, world.shown.length, world.gone), live(world))
const none: Act = (world) => world.put(noMarks, [])
const filtered = fc.constantFrom(...filters).map(
  (filter): Act =>
    (world) => {
      const kept = world.marks.mode === 'ids' || filter === world.filter
      world.filter = filter
      world.put(filterChanged(world.marks, filter), kept ? world.plain : [])
      fetched(world)
    },
)
/** Somebody else changes a row that the list shows, which is told: under a filter it is marked only while it matches. */
const changedRow = fc.tuple(fc.nat(size - 1), fc.boolean()).map(
  ([place, leaves]): Act =>
    (world) => {
      const id = world.shown[place]
      if (!id) return
      const { marks, changed, gone } = world
      const row = Number(id.slice(1))
      if (leaves) changed.add(row)
      else changed.delete(row)
      if (leaves) gone.add(id)
      else gone.delete(id)
      const plain = new Set(world.plain)
      if (marks.mode === 'query' && leaves) plain.delete(id)
      if (marks.mode === 'query' && !leaves && !marks.excluded.has(id)) plain.add(id)
      world.put(rowChanged(marks, id, !leaves), plain)
    },
)
/** The list is fetched again, in any order: of a filter everything that matches now is marked, but what was taken out. */
const fetched: Act = (world) => {
  world.fetch()
  const { marks, asOf, shown } = world
  const plain = marks.mode === 'query' ? shown.filter((id) => !marks.excluded.has(id)) : world.plain
  world.put(rowsLoaded(rowsRefetched(marks, `${asOf}` as Instant, shown.length), shown), plain)
}
const acts: fc.Arbitrary<Act> = fc.oneof(
  toggled,
  ranged,
  loaded,
  filtered,
  changedRow,
  fc.constantFrom(all, none, fetched),
)

test('whatever is marked, filtered, sorted, fetched and changed: what is shown as marked is what the server would act on, and as many', () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), (done) => {
      const world = new World()
      for (const act of done) {
        act(world)
        expect(new Set(world.resolved())).toEqual(world.plain)
        expect(markCount(world.marks)).toBe(world.plain.size)
        for (const id of world.shown)
          if (!world.gone.has(id)) expect([id, isMarked(world.marks, id)]).toEqual([id, world.plain.has(id)])
      }
    }),
    { numRuns: 1_000 },
  )
})

test('ten thousand rows are marked one by one, and not one more', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `R${i}`)
  const marks = addMarks(noMarks, ids)!

  expect(markCount(marks)).toBe(10_000)
  expect(addMarks(marks, ['one more'])).toBeNull()
  expect(toggleMark(allMatching('', '' as Instant, 1_000_000), 'R1')).toMatchObject({ excluded: new Set(['R1']) })
})
