import { Column, getTableName, Name, Param, Placeholder, SQL, StringChunk, sql, Table } from 'drizzle-orm'
import type { Source } from './source.ts'

/** A name before a point in text that nobody made of a column. */
const prefix = /\b[a-z_]\w*(?=\.(?:[a-z_]|$))/gi

/** Which rows a page is made of: those that meet a condition, so many, from the beginning of an order. */
export interface PageQuery {
  readonly where: SQL
  readonly order: SQL
  readonly limit: number
}

/** Tables, by the names that they have in a statement. */
type Names = ReadonlySet<string>

/**
 * Adds the tables that a piece of SQL names to `names`; answers whether they can be told. Each piece of a page is looked at
 * with each page: `instanceof` costs a fraction of `is`.
 */
function addTables(piece: unknown, names: Set<string>): boolean {
  if (piece instanceof StringChunk) {
    for (const name of piece.value.join('').match(prefix) ?? []) names.add(name)
    return true
  }
  if (piece instanceof SQL) return addAll(piece.queryChunks, names)
  if (Array.isArray(piece)) return addAll(piece, names)
  if (piece instanceof Column) names.add(getTableName(piece.table))
  else if (piece instanceof Table) names.add(getTableName(piece))
  else return piece === null || typeof piece !== 'object' || isValue(piece)
  return true
}
const isValue = (piece: object): boolean =>
  piece instanceof Param || piece instanceof Name || piece instanceof Placeholder || piece instanceof Date

const isBlank = (piece: unknown): boolean => piece instanceof StringChunk && piece.value.join('').trim() === ''

/** Whether what comes after a table is the name it is read by: `from ${loanRows} ${held}`. */
const isRenamed = ([between, name]: readonly unknown[]): boolean => isBlank(between) && name instanceof Table

function addAll(pieces: readonly unknown[], names: Set<string>): boolean {
  return pieces.every((piece, i) => {
    const renamed = piece instanceof Table && isRenamed(pieces.slice(i + 1, i + 3))
    return renamed || addTables(piece, names)
  })
}

/** The tables that pieces of SQL name; null where that cannot be told. */
function tablesIn(pieces: readonly unknown[]): Names | null {
  const names = new Set<string>()
  return addAll(pieces, names) ? names : null
}

/** What tables a piece reads from itself, and the other names that it gives them: the word behind each. */
function ownNames(pieces: readonly unknown[]): string[] {
  return pieces.flatMap((piece, i) => {
    if (!(piece instanceof Table)) return []
    const next = pieces[i + 1]
    const [, word] = (next instanceof StringChunk && /^\s+(?:as\s+)?(\w+)/.exec(next.value.join(''))) || []
    return word ? [getTableName(piece), word] : [getTableName(piece)]
  })
}

/** The pieces of SQL with nothing nested in them. */
function flat(piece: SQL, into: unknown[] = []): unknown[] {
  for (const one of piece.queryChunks) {
    if (one instanceof SQL) flat(one, into)
    else into.push(one)
  }
  return into
}

/** Where a join begins in a text. */
const joinAt = /(?=\b(?:(?:left|cross)\s+)?join\b)(?<!\b(?:left|cross)\s+)/
const isJoin = /^(?:(?:left|cross)\s+)?join\b/

const opened = (text: string): number => text.split('(').length - text.split(')').length

/** What a source reads from, and what is joined to that, each by itself, in their order. */
function joinsOf({ from }: Source): readonly (readonly unknown[])[] {
  const parts: unknown[][] = [[]]
  let depth = 0
  for (const piece of flat(from)) {
    const texts = piece instanceof StringChunk ? piece.value.join('').split(joinAt) : []
    if (texts.length === 0) parts.at(-1)!.push(piece)
    for (const [i, text] of texts.entries()) {
      const begins = depth === 0 && (i > 0 || isJoin.test(text))
      if (begins) parts.push([])
      parts.at(-1)!.push(new StringChunk(text))
      depth += opened(text)
    }
  }
  return parts
}

/** The name by which others know what a join brings: its table's, or the one it is given. */
function joinName(join: readonly unknown[]): string | undefined {
  const translations = join.map((piece) =>
    piece instanceof StringChunk ? piece.value.join('') : piece instanceof Table ? getTableName(piece) : '?',
  )
  let text = translations.join('')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\([^()]*\)/g, '')
  }
  const [, table, given] = /\bjoin\s+(?:lateral\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?/.exec(text) ?? []
  return given && given !== 'on' ? given : table
}

/** What a source reads from, taken apart. */
interface Parts {
  readonly own: readonly unknown[]
  readonly ownNames: readonly string[]
  readonly joins: readonly {
    readonly pieces: readonly unknown[]
    readonly name: string | undefined
    readonly tables: Names | null
  }[]
}

/** Of every source that was read, by its `from`: most are the same ones from the start to the end of the process. */
const known = new WeakMap<SQL, Parts>()

function partsOf(source: Source): Parts {
  const before = known.get(source.from)
  if (before) return before
  const [own = [], ...joins] = joinsOf(source)
  const parts = {
    ...{ own, ownNames: ownNames(own) },
    joins: joins.map((pieces) => ({ pieces, name: joinName(pieces), tables: tablesIn(pieces) })),
  }
  known.set(source.from, parts)
  return parts
}

/** The joins that `pieces` need, or that those themselves are joined by, in their order; null where that cannot be told. */
function neededJoins(source: Source, pieces: readonly SQL[]): readonly (readonly unknown[])[] | null {
  const used = tablesIn(pieces)
  if (!used) return null
  const { ownNames: ofOwn, joins } = partsOf(source)
  const told = new Set([...ofOwn, ...joins.map(({ name }) => name)])
  const others = [...used].filter((name) => !told.has(name))
  // what a piece reads from itself; what any other name stands for cannot be told
  const own = others.length > 0 ? ownNames(pieces.flatMap((piece) => flat(piece))) : []
  if (others.some((name) => !own.includes(name))) return null
  const needed = new Set(used)
  const kept: (readonly unknown[])[] = []
  for (const join of joins.toReversed()) {
    if (join.name !== undefined && !needed.has(join.name)) continue
    if (!join.tables) return null
    kept.unshift(join.pieces)
    for (const one of join.tables) needed.add(one)
  }
  return kept
}

/** Whether `pieces` ask for anything that is joined to a source's own rows, or may do so. */
export const needsJoins = (source: Source, ...pieces: readonly SQL[]): boolean =>
  neededJoins(source, pieces)?.length !== 0

/**
 * Where rows are counted, found and read from: the source's own table, and of what is joined to it only what `pieces` need,
 * or what that itself is joined by. A source joins only what every one of its rows has, or may lack: joins neither add rows
 * nor take any away.
 */
export function pruneJoins(source: Source, ...pieces: readonly SQL[]): SQL {
  const kept = neededJoins(source, pieces)
  if (!kept) return source.from
  return new SQL([partsOf(source).own, ...kept].flat() as SQL['queryChunks']) // the pieces of the source's own
}

/**
 * Deferred joins: the rows of a page, found with no more than what their order and condition need, and only then joined to
 * the rest, as far as that is `shown`. PostgreSQL itself joins whatever matches before it puts that in order. Where it must
 * join to find them, it does so by ids (late row lookup): an index may hold all that is asked. Null where nothing is left to
 * join.
 */
export function deferJoins(
  source: Source,
  { where, order, limit }: PageQuery,
  shown: readonly SQL[] | null = null,
): SQL | null {
  const { own, joins } = partsOf(source)
  const needed = neededJoins(source, [where, order])
  const later = (shown && neededJoins(source, shown)) ?? joins.map(({ pieces }) => pieces)
  const [table, ...more] = own.filter((piece) => !isBlank(piece))
  if (!needed || later.every((join) => needed.includes(join)) || !(table instanceof Table) || more.length > 0)
    return null
  const from = pruneJoins(source, where, order)
  const found = (what: SQL) => sql`(select ${what} from ${from} where ${where} order by ${order} limit ${limit})`
  const page =
    needed.length === 0
      ? sql`${found(sql`${table}.*`)} as ${table} `
      : sql`${found(sql`${source.table.id} as id`)} as page join ${table} on ${source.table.id} = page.id `
  return new SQL([page, ...later.flat()] as SQL['queryChunks']) // the pieces of the source's own
}
