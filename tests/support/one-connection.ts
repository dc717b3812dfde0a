import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database, Db } from '#server/kernel/base/database.ts'

/** A transaction that is open in this asynchronous context. */
interface Transaction {
  over: boolean
}

const open = new AsyncLocalStorage<Transaction>()

/** Holds its transaction open beside those of its work, and none on the embedded database. */
const besides = 'server/kernel/base/advisory-lock.ts'

function refuse(): void {
  if (open.getStore()?.over !== false) return
  throw new Error(
    'asked beside the transaction that is open: the embedded database has one connection, and would wait for ever. Ask `tx`.',
  )
}

/**
 * Single connection: refuses statements that are asked of the pool from within a transaction, as the embedded database
 * would never answer them. What runs on PostgreSQL only is held to it as well.
 */
export function holdToOneConnection(database: Database): Database {
  const { db } = database
  const pool = (db as Db & { readonly $client: pg.Pool }).$client // as drizzle has it of node-postgres
  const refusing = <Call extends (...args: never[]) => unknown>(call: Call): Call =>
    ((...args) => {
      refuse()
      return call(...args)
    }) as Call // the same call
  pool.query = refusing(pool.query.bind(pool) as typeof pool.query) // one of its overloads
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => {
    refuse()
    if (new Error().stack?.includes(besides)) return transaction(work, config)
    return transaction((tx) => {
      const mine: Transaction = { over: false }
      return open
        .run(mine, () => work(tx))
        .finally(() => {
          mine.over = true
        })
    }, config)
  }
  return { ...database, copy: refusing(database.copy) }
}
