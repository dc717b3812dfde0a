import fc from 'fast-check'
import { expect } from 'vitest'
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
import { test, type World } from '#tests/support/server.ts'

interface Row {
  readonly id: string
  readonly amount: number
  readonly appliedAt: number
  state: number
}
type Judge = (row: Row) => boolean
/** Filters as they are written, and what they mean. */
const filters: Readonly<Record<string, Judge>> = {
  '': () => true,
  'state:22': ({ state }) => state === 22,
  'amount>300': ({ amount }) => amount > 30_000,
  '-state:22 amount<=500': ({ state, amount }) => state !== 22 && amount <= 50_000,
  'state:22 OR amount:100': ({ state, amount }) => state === 22 || amount === 10_000,
}
type Compare = (a: Row, b: Row) => number
const byId: Compare = (a, b) => (a.id < b.id ? -1 : 1)
const orders: Readonly<Record<string, Compare>> = {
  '': (a, b) => b.appliedAt - a.appliedAt || byId(b, a),
  'sort:amount': (a, b) => a.amount - b.amount || byId(a, b),
  'sort:amount-': (a, b) => b.amount - a.amount || byId(b, a),
  'sort:appliedAt': (a, b) => a.appliedAt - b.appliedAt || byId(a, b),
}
const [size, block] = [18, 5]

type Called = Pick<World, 'as' | 'raw' | 'clock' | 'server'>

/** A list as a manager sees it, block by block from the real server; beside it a plain set of what is marked. */
class Desk {
  marks: Marks = noMarks
  plain = new Set<string>()
  filter = ''
  order = ''
  asOf = '' as Instant
  count = 0
  /** Rows as they were told, by place, as far as they were fetched. */
  readonly loaded = new Map<number, string>()
  readonly gone = new Set<string>()
  readonly #rows: Map<string, Row>
  readonly #called: Called
  /** What stands in the list since it was fetched, in its order. */
  shown: readonly string[] = []

  constructor(rows: readonly Row[], called: Called) {
    this.#rows = new Map(rows.map((row) => [row.id, { ...row }]))
    this.#called = called
  }

  rowOf = (id: string): Row => this.#rows.get(id)!
  get #text(): string {
    return `${this.filter} ${this.order}`.trim()
  }
  matching = (): string[] =>
    [...this.#rows.values()]
      .filter(filters[this.filter]!)
      .toSorted(orders[this.order]!)
      .map(({ id }) => id)

  async #ask(path: string): Promise<Record<string, unknown>> {
    const { data } = await this.#called.raw(`GET /loans${path}`, { who: 'manager' })
    return data as Record<string, unknown> // what the calls of a listing answer
  }

  /** The list is fetched, and its first block comes. */
  async fetch(): Promise<void> {
    this.#called.clock.forward(1_000)
    this.loaded.clear()
    this.gone.clear()
    this.shown = this.matching()
    const query = new URLSearchParams({ q: this.#text })
    this.asOf = (await this.#ask(`?${query}&size=1`)).asOf as Instant
    this.count = (await this.#ask(`/count?${new URLSearchParams({ q: this.#text, asOf: this.asOf })}`)).count as number
    await this.load(0)
    this.marks = rowsLoaded(rowsRefetched(this.marks, this.asOf, this.count), this.loaded.values())
    if (this.marks.mode === 'query') {
      const { excluded } = this.marks
      this.plain = new Set(this.shown.filter((id) => !excluded.has(id)))
    }
  }

  async load(number: number): Promise<void> {
    const from = (number * block) % Math.max(1, this.count)
    const query = new URLSearchParams({ q: this.#text, asOf: this.asOf, from: String(from), size: String(block) })
    const { rows } = (await this.#ask(`?${query}`)) as { rows: { id: string }[] }
    for (const [i, { id }] of rows.entries()) this.loaded.set(from + i, id)
    this.marks = rowsLoaded(
      this.marks,
      rows.map(({ id }) => id),
    )
  }

  /** The ids from one place to another: as the server resolves them, and as they stand there. */
  async range(from: number, to: number): Promise<readonly [string[], string[]]> {
    const query = new URLSearchParams({ q: this.#text, asOf: this.asOf, from: String(from), to: String(to) })
    const { ids } = (await this.#ask(`/range?${query}`)) as { ids: string[] }
    return [ids, this.matchingThen().slice(from, to + 1)]
  }
  /** What matches now of what had come when the list was fetched. */
  matchingThen = (): string[] => this.matching().filter((id) => this.rowOf(id).appliedAt <= Date.parse(this.asOf))

  put(marks: Marks | null, plain: Iterable<string>): void {
    this.marks = marks!
    this.plain = new Set(plain)
  }

  /** Somebody else changes a row, and whoever has it in sight is told and asks what it is now. */
  async change(id: string, state: number): Promise<void> {
    const { database } = this.#called.server.app
    await database.query(`update loans set state = ${state} where id = '${id}'`)
    this.rowOf(id).state = state
    const stood = this.shown.includes(id)
    if (!stood) return
    const q = `${this.filter && `(${this.filter}) `}id:${id}`
    const { count } = await this.#ask(`/count?${new URLSearchParams({ q })}`)
    const stands = count === 1
    if (stands) this.gone.delete(id)
    else this.gone.add(id)
    this.marks = rowChanged(this.marks, id, stands)
    if (this.marks.mode === 'query' && !stands) this.plain.delete(id)
    if (this.marks.mode === 'query' && stands && !this.marks.excluded.has(id)) this.plain.add(id)
  }
}

/** Something that a person, or somebody else, does. */
type Act = (desk: Desk) => void | Promise<void>
const place = fc.nat(size - 1)
const live = ({ gone }: Desk, ids: Iterable<string>): string[] => [...ids].filter((id) => !gone.has(id))

const acts: fc.Arbitrary<Act> = fc.oneof(
  place.map(
    (at): Act =>
      (desk) => {
        const [id] = live(desk, [desk.loaded.get(at) ?? ''].filter(Boolean))
        if (!id) return
        const plain = new Set(desk.plain)
        if (!plain.delete(id)) plain.add(id)
        desk.put(toggleMark(desk.marks, id), plain)
      },
  ),
  fc.tuple(place, place).map(
    ([from, to]): Act =>
      async (desk) => {
        const [told, meant] = await desk.range(Math.min(from, to), Math.max(from, to))
        expect(told).toEqual(meant)
        desk.put(addMarks(desk.marks, told), [...desk.plain, ...live(desk, meant)])
      },
  ),
  fc.constant<Act>((desk) => {
    const ids = live(desk, desk.loaded.values())
    desk.put(addMarks(desk.marks, ids), [...desk.plain, ...ids])
  }),
  fc.constant<Act>((desk) =>
    desk.put(allMatching(desk.filter, desk.asOf, desk.count, desk.gone), live(desk, desk.shown)),
  ),
  fc.constant<Act>((desk) => desk.put(noMarks, [])),
  fc.nat(3).map(
    (number): Act =>
      (desk) =>
        desk.load(number),
  ),
  fc.constantFrom(...Object.keys(filters)).map(
    (filter): Act =>
      async (desk) => {
        const kept = desk.marks.mode === 'ids' || filter === desk.filter
        desk.filter = filter
        desk.put(filterChanged(desk.marks, filter), kept ? desk.plain : [])
        await desk.fetch()
      },
  ),
  fc.constantFrom(...Object.keys(orders)).map(
    (order): Act =>
      async (desk) => {
        desk.order = order
        await desk.fetch()
      },
  ),
  fc.constant<Act>((desk) => desk.fetch()),
  fc.tuple(place, fc.constantFrom(22, 23, 31)).map(
    ([at, state]): Act =>
      async (desk) => {
        const id = desk.shown[at]
        if (id) await desk.change(id, state)
      },
  ),
)

async function madeRows({ given, clock }: Pick<World, 'given' | 'clock'>): Promise<Row[]> {
  const rows: Row[] = []
  for (let i = 0; i < size; i++) {
    const state = [22, 31, 23][i % 3] as 22
    const [amount, appliedAt] = [10_000 * (1 + (i % 7)), clock.now().getTime() - 60_000 * (i % 5)]
    const { id } = await given.loan({ state, amountMinor: amount, appliedAt: new Date(appliedAt) })
    rows.push({ id, amount, appliedAt, state })
  }
  return rows
}

test('whatever is marked, filtered, sorted, fetched and changed: as many are counted, frozen and acted on, and the same', async ({
  given,
  as,
  raw,
  clock,
  server,
}) => {
  const rows = await madeRows({ given, clock })
  const { database } = server.app
  const idsWhere = async (sql: string) => new Set((await database.query(sql)).rows.map(({ id }) => String(id)))
  const states = rows.map(({ id, state }) => `('${id}', ${state})`).join(', ')

  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: 14 }), fc.boolean(), async (done, meddled) => {
      await database.query(`update loans set state = t.state from (values ${states}) t (id, state)
        where loans.id = t.id`)
      const desk = new Desk(rows, { as, raw, clock, server })
      await desk.fetch()
      for (const act of done) {
        await act(desk)
        expect(markCount(desk.marks)).toBe(desk.plain.size)
        for (const id of live(desk, desk.loaded.values())) expect(isMarked(desk.marks, id)).toBe(desk.plain.has(id))
      }

      const selection = selectionOf(desk.marks, 'loans.applications')
      const command = { command: 'loans.cancelLoan', args: { reason: 'Asked for' }, selection }
      if (desk.plain.size === 0) {
        return void (await expect(as('manager').batches.preview(command)).rejects.toMatchObject({
          fault: 'nothing_selected',
        }))
      }
      const preview = await as('manager').batches.preview(command)
      expect(preview.matched).toBe(desk.plain.size)
      expect(preview.eligible + preview.refused.reduce((sum, { count }) => sum + count, 0)).toBe(preview.matched)
      const frozen = new Set(desk.plain)
      const [one] = frozen
      if (meddled) await desk.change(one!, desk.rowOf(one!).state === 22 ? 23 : 22)
      const run = await as('manager').batches.run({ id: preview.id })

      expect(run.success + run.fail).toBe(frozen.size)
      expect(await idsWhere(`select row_id as id from batch_items where batch_id = '${run.id}'`)).toEqual(frozen)
      const due = [...frozen].filter((id) => desk.rowOf(id).state !== 31 && !(meddled && id === one))
      expect(await idsWhere('select id from loans where state = 70')).toEqual(new Set(due))
    }),
    { numRuns: 40 },
  )
}, 600_000)
