import { setTimeout as delay } from 'node:timers/promises'
import { type PGlite, protocol, type QueryOptions } from '@electric-sql/pglite'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

const { serialize, messages } = protocol

/** What the embedded database answers to one statement. */
interface EmbeddedResult {
  readonly rows: unknown[]
}

type RunQuery = (text: string, values?: readonly unknown[], options?: QueryOptions) => Promise<EmbeddedResult>

/** The part of PGlite that statements go through. */
export interface EmbeddedClient {
  /** One statement with `$1` parameters, outside any transaction. */
  readonly query: RunQuery
  transaction<Result>(work: (tx: { readonly query: RunQuery }) => Promise<Result>): Promise<Result>
  /** Resolves once nobody has asked for a moment, or after a while: whoever asks again and again is not waited for. */
  idle(): Promise<void>
  /** Has every statement described anew: after a migration its columns may be others. */
  forget(): Promise<void>
}

/** Prepared statement: what its parameters and columns are; without a name it is parsed every time. */
interface Statement {
  readonly name: string
  readonly types: readonly number[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

/** Statement that changes nothing; one of another kind needs room on the disk. */
const isQuery = /^\s*select\b/i

/** So many statements are known, those that were used last. */
const statementsMax = 300
/** A longer text, in characters, is not kept: rows in bulk, each time in another number. */
const textMax = 10_000

/** So long after the last statement nobody is taken to be in the middle of something. */
const quietMs = 10
/** So long whoever gives way waits for that, at most. */
const giveWayMs = 250

/** Activity of a database with one connection: what is asked of it at the moment, and when something was asked last. */
function trackActivity() {
  let [pending, lastAt] = [0, 0]
  return {
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      pending += 1
      lastAt = performance.now()
      try {
        return await work()
      } finally {
        pending -= 1
      }
    },
    touch() {
      lastAt = performance.now()
    },
    async idle(): Promise<void> {
      const until = performance.now() + giveWayMs
      await yieldToEventLoop() // what has arrived meanwhile is read
      await yieldToEventLoop() // and asks
      while ((pending > 0 || performance.now() - lastAt < quietMs) && performance.now() < until)
        await delay(quietMs / 2)
    },
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const send = (lite: PGlite, parts: readonly Uint8Array[], syncToFs = false) =>
  lite.execProtocolStream(joined([...parts, serialize.sync()]), { syncToFs })

/** Parses a statement, under a name or as the unnamed one, and asks what it takes and gives. */
async function describe(lite: PGlite, text: string, name: string): Promise<Statement> {
  const answers = await send(lite, [serialize.parse({ text, name }), serialize.describe({ type: 'S', name })])
  const parameters = answers.find((answer) => answer instanceof messages.ParameterDescriptionMessage)
  const columns = answers.find((answer) => answer instanceof messages.RowDescriptionMessage)
  return { name, types: parameters?.dataTypeIDs ?? [], fields: columns?.fields ?? [] }
}

/** Statement cache (LRU) of a session: a text that comes again gets a name, and is parsed and planned no more. */
function statementCache(lite: PGlite) {
  const known = new Map<string, Statement>()
  let count = 0
  const keep = async (text: string, statement: Statement) => {
    known.set(text, statement)
    const [oldest] = known
    if (known.size <= statementsMax || !oldest) return
    known.delete(oldest[0])
    if (oldest[1].name) await send(lite, [serialize.close({ type: 'S', name: oldest[1].name })])
  }
  return {
    async of(text: string): Promise<Statement> {
      if (text.length > textMax) return describe(lite, text, '')
      const before = known.get(text)
      const statement = before?.name ? before : await describe(lite, text, before ? `s${++count}` : '')
      known.delete(text)
      await keep(text, statement)
      return statement
    },
    clear: () => known.clear(),
  }
}

/** Runs one statement, the second time prepared. */
function statementRunner(lite: PGlite) {
  const statements = statementCache(lite)

  const serialized = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : lite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
  const run = async (
    text: string,
    values: readonly unknown[],
    { rowMode, parsers }: QueryOptions,
    syncToFs: boolean,
  ): Promise<EmbeddedResult> => {
    const { name, types, fields } = await statements.of(text)
    const bound = serialize.bind({ statement: name, values: values.map((value, i) => serialized(value, types[i])) })
    const answers = await send(lite, [bound, serialize.execute({})], syncToFs)
    const parserOf = fields.map(({ dataTypeID: type }) => parsers?.[type] ?? lite.parsers[type])
    const read = (value: string | null, i: number) =>
      value === null ? null : parserOf[i] ? parserOf[i](value, fields[i]!.dataTypeID) : value
    const rows = answers
      .filter((answer) => answer instanceof messages.DataRowMessage)
      .map((row) => {
        const cells = row.fields.map(read)
        return rowMode === 'array' ? cells : Object.fromEntries(fields.map((field, i) => [field.name, cells[i]]))
      })
    return { rows }
  }
  return { run, forget: () => statements.clear() }
}

/**
 * PostgreSQL client of an embedded database that needs one round trip for a statement it knows, where PGlite's own query
 * needs six and parses and plans it each time. Before it changes anything it asks `mustHaveRoom`.
 */
export function embeddedClient(lite: PGlite, mustHaveRoom: () => Promise<void>): EmbeddedClient {
  const { run, forget } = statementRunner(lite)
  const asked = trackActivity()

  return {
    async query(text, values = [], options = {}) {
      if (!isQuery.test(text)) await mustHaveRoom()
      const answer = await asked.during(() =>
        lite._runExclusiveTransaction(() => lite.runExclusive(() => run(text, values, options, true))),
      )
      asked.touch()
      return answer
    },
    async transaction(work) {
      await mustHaveRoom()
      return asked.during(() =>
        lite.transaction((tx) =>
          work({
            query: (text, values = [], options = {}) => {
              if (tx.closed) throw new Error('the transaction is over')
              return lite.runExclusive(() => run(text, values, options, false))
            },
          }),
        ),
      )
    },
    idle: () => asked.idle(),
    async forget() {
      await lite.exec('deallocate all')
      forget()
    },
  }
}
