import type { Socket } from 'node:net'
import type pg from 'pg'

/** Statement as drizzle hands it to a connection. */
interface Statement {
  readonly text: string
  readonly name?: string | undefined
}

type Send = (statement: Statement | string, values?: readonly unknown[], ...rest: unknown[]) => Promise<unknown>

/** What of node-postgres' client its types leave out. */
interface ClientInternals {
  query: Send
  /** Sends statements without waiting for the answers of those before. */
  pipeline: boolean
  readonly connection: { readonly stream: Socket }
}

/** So many texts are prepared at most: each connection keeps those it has met. */
const namesMax = 400
/** A longer text, in characters, is not prepared: rows in bulk, each time in another number. */
const textMax = 10_000
/** What is prepared in a transaction is planned for its values, unless that says that it is about single rows. */
const begin = 'begin; set local plan_cache_mode = force_custom_plan'

/** Names of prepared statements, the same on every connection of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name a text is prepared under, from the second time it comes. */
  of(text: string): string | undefined {
    if (text.length > textMax) return undefined
    const known = this.#names.get(text)
    if (known || this.#names.size >= namesMax) return known
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= namesMax) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/**
 * Pipelining and prepared statements for the transactions of a connection: statements that are begun together travel together,
 * and `begin` with the first of them; one with parameters whose text comes again is parsed no more.
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function pipelineTransactions(client: pg.PoolClient, names: StatementNames): void {
  const internals = client as unknown as ClientInternals // it has them, its types do not
  internals.pipeline = true
  const { stream } = internals.connection
  const send: Send = internals.query.bind(client)
  let inTransaction = false
  let corked = false

  /** Holds back what is written until everything that can be begun now has been. */
  const cork = () => {
    if (corked) return
    corked = true
    stream.cork()
    process.nextTick(() => {
      corked = false
      stream.uncork()
    })
  }

  internals.query = (statement, values, ...rest) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text === 'begin') {
      inTransaction = true
      cork()
      // it fails with its connection only, and then so does whatever follows
      send(begin).catch(() => {})
      return Promise.resolve({ rows: [] })
    }
    if (!inTransaction) return send(statement, values, ...rest)
    cork()
    if (text === 'commit' || text === 'rollback') inTransaction = false
    // several statements in one text have no parameters, and cannot be prepared
    const name = typeof statement !== 'string' && values?.length ? names.of(text) : undefined
    return send(name ? { ...(statement as Statement), name } : statement, values, ...rest)
  }
}
