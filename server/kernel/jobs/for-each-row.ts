import type { Db } from '#server/kernel/base/database.ts'
import { asRefusal, setSessionVariables } from '#server/kernel/base/transaction.ts'
import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'
import type { AppContext, RefusedRows, Tally } from '#server/kernel/call/context.ts'

/** How scheduled work goes through rows: as whom, which come after an id, and what is done to one of them. */
interface RowTask<Id extends string> {
  /** Whom the rows name as the one who changed them. */
  readonly as: string
  /** The ids of the next rows behind `after`, in ascending order; none when there are no more. */
  next(db: Db, after: Id | null): Promise<readonly Id[]>
  /**
   * Finds out, outside any transaction, what is to be done to one row; null: nothing. That is done in a transaction of
   * its own, and answers whether it was still to be done.
   */
  one(id: Id): Promise<((tx: Db) => Promise<boolean>) | null>
}

/** Whether anything was done to a row, in a transaction of its own. */
async function runOnRow<Id extends string>(going: RowTask<Id>, id: Id, db: Db): Promise<boolean> {
  const act = await going.one(id)
  if (!act) return false
  return db.transaction(async (tx) => {
    await setSessionVariables(tx, going.as)
    return act(tx)
  })
}

/** So many ids stand for the rows of one reason. */
const namedMax = 10

/** Refused rows by reason; what was not foreseen is `internal`. */
class Refusals {
  readonly #byFault = new Map<string, RefusedRows>()

  add(id: string, error: unknown): void {
    const { fault, values = {} } = asRefusal(error) ?? { fault: 'internal', values: {} }
    const known = this.#byFault.get(fault) ?? { fault, values, count: 0, ids: [] }
    const ids = known.ids.length < namedMax ? [...known.ids, id] : known.ids
    this.#byFault.set(fault, { ...known, count: known.count + 1, ids })
  }
  get all(): RefusedRows[] {
    return [...this.#byFault.values()].sort((one, other) => other.count - one.count)
  }
}

/** What two parts of a run came to together. */
export function together(one: Tally, other: Tally): Tally {
  const refusals = [...(one.refusals ?? []), ...(other.refusals ?? [])]
  const counts = { done: one.done + other.done, refused: one.refused + other.refused }
  return refusals.length > 0 ? { ...counts, refusals } : counts
}

/**
 * Goes through rows one by one, each in its own transaction. One that is refused, or that breaks, stops no other.
 * Counts what was done and what was not.
 * @throws AbortError once the server is to stop: what is left is done by the next run.
 */
export async function forEachRow<Id extends string>(
  going: RowTask<Id>,
  { database: { db }, log, stopping }: Pick<AppContext, 'database' | 'log' | 'stopping'>,
): Promise<Tally> {
  let [done, refused] = [0, 0]
  const refusals = new Refusals()
  const failed = (id: Id) => (error: unknown) => {
    refused += 1
    refusals.add(id, error)
    if (!asRefusal(error)) log.error({ err: error, id }, going.as)
    return false
  }
  let ids = await going.next(db, null)
  while (ids.length > 0) {
    for (const id of ids) {
      stopping.throwIfAborted()
      if (await runOnRow(going, id, db).catch(failed(id))) done += 1
      await yieldToEventLoop()
    }
    ids = await going.next(db, ids.at(-1)!)
  }
  return { done, refused, ...(refused > 0 && { refusals: refusals.all }) }
}
