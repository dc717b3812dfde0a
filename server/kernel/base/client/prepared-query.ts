import { is, Param, Placeholder, sql } from 'drizzle-orm'
import type { Db } from '../database.ts'

/** What of drizzle's sessions and prepared queries its types leave out. */
interface SessionInternals {
  readonly client: object
}
interface PreparedInternals {
  /** In their order: values as they are sent, and places for those that follow. */
  readonly params: readonly unknown[]
}

type Values = Readonly<Record<string, unknown>>

/** Stands in a query for one of the values of a run. */
export type ValueOf<Given extends object> = (name: keyof Given & string) => Placeholder

/** A query of drizzle that can be built without being run. */
interface Preparable<Result> {
  prepare(name: string): { execute(): Promise<Result> }
}

/** A query as it was built on the first connection, and what makes its parameters of the values of a run. */
interface BuiltQuery<Result> {
  readonly query: { execute(): Promise<Result> }
  readonly params: readonly ((values: Values) => unknown)[]
}

/** How one parameter is sent. What is null is sent as it is: drizzle's own placeholders would have columns encode it. */
function sendAs(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => values[param.name] ?? null
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { name } = param.value
  return (values) => {
    const value = values[name] ?? null
    return value === null ? null : param.encoder.mapToDriverValue(value)
  }
}

/**
 * Prepared query: drizzle builds its text once, and every call and every row of a run only gives the values, on whichever
 * connection or transaction it has. For what is asked once for each row; building takes longer than sending.
 */
export function prepared<const Given extends object, Result>(
  build: (db: Db, value: ValueOf<Given>) => Preparable<Result>,
): (tx: Db, values: Given) => Promise<Result> {
  // each driver has a kind of queries of its own
  const builtFor = new WeakMap<object, BuiltQuery<Result>>()
  const begin = (tx: Db): BuiltQuery<Result> => {
    // each run brings its connection: the first one is not held
    const query = Object.assign(build(tx, sql.placeholder).prepare(''), { client: null })
    const { params } = query as typeof query & PreparedInternals // as both drivers' queries have them
    return { query, params: params.map(sendAs) }
  }
  return (tx, values) => {
    const { session } = tx._
    const { client } = session as typeof session & SessionInternals // as both drivers' sessions have it
    const built = builtFor.get(session.constructor) ?? begin(tx)
    builtFor.set(session.constructor, built)
    const params = built.params.map((send) => send(values as Values)) // by the names that were declared
    return Object.assign(Object.create(built.query) as typeof built.query, { client, params }).execute()
  }
}
