import { pageMax } from '#contract/kernel/list.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { keptMarksMax } from './grid-place.ts'
import type { Row, RowSource } from './pages.ts'

/** A row with its place in a tree. */
export interface TreeNode {
  readonly row: Row
  /** From the top, which is 1. */
  readonly level: number
  readonly parent: string | null
  /** Whether others stand below it. */
  readonly isBranch: boolean
}

/**
 * Rows as a tree, depth first: each below the nearest of its ancestors that is among them, siblings in the order they came.
 * `path`: the field that holds the ids from the root down, between slashes.
 */
export function treeNodes(rows: readonly Row[], path: string): readonly TreeNode[] {
  const ids = new Set(rows.map(({ id }) => id))
  const below = new Map<string | null, Row[]>()
  for (const row of rows) {
    const parent = String(row[path])
      .split('/')
      .findLast((id) => id !== row.id && ids.has(id))
    below.set(parent ?? null, [...(below.get(parent ?? null) ?? []), row])
  }
  const nodesBelow = (parent: string | null, level: number): TreeNode[] =>
    (below.get(parent) ?? []).flatMap((row) => [
      { row, level, parent, isBranch: below.has(row.id) },
      ...nodesBelow(row.id, level + 1),
    ])
  return nodesBelow(null, 1)
}

/** Rows of a tree, and which of its branches are open: in the whole list those somebody opened, under a filter all but those somebody folded. */
export class Tree {
  readonly #path: string
  readonly #opened: Set<string>
  readonly #folded = new Set<string>()
  #filtered = false
  /** Nobody has opened or folded anything in it yet. */
  #isFresh: boolean
  #nodes: ReadonlyMap<string, TreeNode> = new Map()

  /** `opened`: the branches that somebody left open; left out, nobody has been here: what everything stands below is open then. */
  constructor(path: string, opened?: readonly string[]) {
    this.#path = path
    this.#opened = new Set(opened)
    this.#isFresh = opened === undefined
  }

  /** Whether from now on only rows that match something come. */
  filter(filtered: boolean): void {
    this.#filtered = filtered
    this.#folded.clear()
  }

  /** Takes the rows that have come. */
  take(rows: readonly Row[]): void {
    this.#nodes = new Map(treeNodes(rows, this.#path).map((node) => [node.row.id, node]))
    if (!this.#isFresh || this.#filtered) return
    this.#isFresh = false
    const [root, ...others] = [...this.#nodes.values()].filter(({ level }) => level === 1)
    if (root && others.length === 0) this.#opened.add(root.row.id)
  }

  /** Puts changed rows where the ones with their ids stand. */
  patch(changed: ReadonlyMap<string, Row>): void {
    this.#nodes = new Map([...this.#nodes].map(([id, node]) => [id, { ...node, row: changed.get(id) ?? node.row }]))
  }

  /** Every row, folded away or not, in the order of the tree. */
  get rows(): readonly Row[] {
    return [...this.#nodes.values()].map(({ row }) => row)
  }

  /** The rows that no folded branch hides. */
  get shown(): readonly Row[] {
    return this.rows.filter(({ id }) => this.isShown(id))
  }

  /** The branches that somebody opened in the whole list, as many as outlive a reload. */
  get opened(): readonly string[] {
    return [...this.#opened].slice(0, keptMarksMax)
  }

  /** The branches that there are. */
  get branches(): readonly string[] {
    return [...this.#nodes.values()].filter(({ isBranch }) => isBranch).map(({ row }) => row.id)
  }

  nodeOf(id: string): TreeNode | undefined {
    return this.#nodes.get(id)
  }

  isOpen(id: string): boolean {
    return this.#filtered ? !this.#folded.has(id) : this.#opened.has(id)
  }

  /** Whether no folded branch hides a row. */
  isShown(id: string): boolean {
    return this.ancestorsOf(id).every((above) => this.isOpen(above))
  }

  /** What a row stands below, the nearest first. */
  ancestorsOf(id: string): readonly string[] {
    const parent = this.#nodes.get(id)?.parent ?? null
    return parent === null ? [] : [parent, ...this.ancestorsOf(parent)]
  }

  /** Opens branches, or folds them. */
  setOpen(ids: readonly string[], open: boolean): void {
    const [kept, adds] = this.#filtered ? [this.#folded, !open] : [this.#opened, open]
    for (const id of ids) adds ? kept.add(id) : kept.delete(id)
  }
}

/** Row source of a tree: everything that matches is read at once, and what folded branches hide is left out. */
export function treeSource(of: RowSource, tree: Tree): RowSource {
  const readAll = async (signal: AbortSignal): Promise<Instant> => {
    const rows: Row[] = []
    for (let asOf: Instant | null = null; ; ) {
      const page = await of.page(rows.length, pageMax, asOf, signal)
      rows.push(...page.rows)
      asOf ??= page.asOf
      if (page.rows.length < pageMax) {
        signal.throwIfAborted()
        tree.take(rows)
        return asOf
      }
    }
  }
  let reading: Promise<Instant> | null = null
  const read = (signal: AbortSignal): Promise<Instant> => {
    reading ??= readAll(signal).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
  return {
    async page(from, size, _, signal) {
      const asOf = await read(signal)
      return { rows: tree.shown.slice(from, from + size), asOf }
    },
    async count(signal) {
      await read(signal)
      return tree.shown.length
    },
    isTransient: of.isTransient,
  }
}
