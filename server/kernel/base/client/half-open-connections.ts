import type { Socket } from 'node:net'
import type pg from 'pg'

/** What of node-postgres' client its types leave out. */
interface ClientInternals {
  query(statement: { readonly text: string } | string, ...rest: unknown[]): unknown
  end(...rest: unknown[]): unknown
  readonly connection: { readonly stream: Socket }
  /** What is being answered; none: it is asked nothing. */
  _getActiveQuery(): unknown
}

const internalsOf = (client: pg.ClientBase) => client as unknown as ClientInternals // it has them, its types do not

/** What has arrived and was not read, since this process was busy itself, is read meanwhile. */
const readMs = 1_000

/**
 * Ends a connection that owes an answer and has been silent for `silentMs`, longer than the database lets any statement take:
 * nobody is there any more, and nobody said so. Left alone it would be waited for until the system gives up, a quarter of an
 * hour later. A transaction that lets its statements take longer may.
 */
export function endWhenSilent(client: pg.ClientBase, silentMs: number): void {
  const internals = internalsOf(client)
  const { stream } = internals.connection
  const query = internals.query.bind(client)
  let patient = false
  internals.query = (statement, ...rest) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text.startsWith('set local statement_timeout')) patient = true
    else if (text === 'commit' || text === 'rollback') patient = false
    return query(statement, ...rest)
  }
  const owes = () => !patient && Boolean(internals._getActiveQuery())
  stream.setTimeout(silentMs)
  stream.on('timeout', () => {
    if (!owes()) return
    const { bytesRead } = stream
    setTimeout(() => {
      if (owes() && stream.bytesRead === bytesRead) stream.destroy()
    }, readMs).unref()
  })
}

/** Asks a connection that is told things, and asks nothing itself, every `everyMs` whether it is there; ends it where it is silent. */
export function endWhenGone(client: pg.ClientBase, everyMs: number): void {
  const { stream } = internalsOf(client).connection
  const beat = setInterval(() => {
    const silent = setTimeout(() => stream.destroy(), everyMs)
    const heard = () => clearTimeout(silent)
    client.query('select 1').then(heard, heard) // or it has ended
  }, everyMs).unref()
  client.once('end', () => clearInterval(beat))
}

/** A database that is there closes a connection at once when it is asked to. */
const endMs = 1_000

/** Ends a connection that is asked to end even where nobody is there who would close it. */
export function endAnyway(client: pg.ClientBase): void {
  const internals = internalsOf(client)
  const end = internals.end.bind(client)
  internals.end = (...rest) => {
    setTimeout(() => internals.connection.stream.destroy(), endMs).unref()
    return end(...rest)
  }
}
