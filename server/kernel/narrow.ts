import { Column, is, Name, Param, Placeholder, SQL, StringChunk, Table } from 'drizzle-orm'
import type { Source } from './source.ts'

/** A name before a point in text that nobody made of a column: what it stands for cannot be told. */
const aliased = /\b[a-z_]+\.[a-z_]/i

/** The tables that a piece of SQL names; null where that cannot be told. */
function tablesIn(piece: unknown): ReadonlySet<Table> | null {
  if (is(piece, Column)) return new Set([piece.table])
  if (is(piece, Table)) return new Set([piece])
  if (is(piece, StringChunk)) return aliased.test(piece.value.join('')) ? null : new Set()
  if (is(piece, SQL)) return unionOf(piece.queryChunks)
  if (Array.isArray(piece)) return unionOf(piece)
  const harmless = is(piece, Param) || is(piece, Name) || is(piece, Placeholder) || typeof piece !== 'object'
  return harmless || piece === null || piece instanceof Date ? new Set() : null
}

function unionOf(pieces: readonly unknown[]): ReadonlySet<Table> | null {
  const all = new Set<Table>()
  for (const piece of pieces) {
    const some = tablesIn(piece)
    if (!some) return null
    for (const table of some) all.add(table)
  }
  return all
}

/** The tables that are joined to a source's own; what is joined by another name is told by its own. */
function joinedIn({ from, table }: Source): ReadonlySet<Table> {
  const named = (piece: unknown): Table[] => {
    if (is(piece, Table)) return [piece]
    if (is(piece, Column)) return [piece.table]
    return is(piece, SQL) ? piece.queryChunks.flatMap(named) : []
  }
  return new Set(named(from).filter((one) => one !== table))
}

/**
 * Where rows are counted and found from: the source's own table alone, where nothing of `pieces` needs what is joined to
 * it. A source joins only what every one of its rows has, or may lack: joins neither add rows nor take any away.
 */
export function narrowed(source: Source, ...pieces: readonly SQL[]): SQL {
  const used = unionOf(pieces)
  if (!used) return source.from
  const joined = joinedIn(source)
  return [...used].some((table) => joined.has(table)) ? source.from : new SQL([source.table])
}
