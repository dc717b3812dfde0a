import { breathe } from './breathe.ts'
import { asRefusal, enter } from './call.ts'
import type { Db } from './database.ts'
import type { Ground } from './ground.ts'
import type { Tally } from './jobs.ts'

/** How scheduled work goes through rows: as whom, which come after an id, and what is done to one of them. */
interface Going<Id extends string> {
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
async function step<Id extends string>(going: Going<Id>, id: Id, db: Db): Promise<boolean> {
  const act = await going.one(id)
  if (!act) return false
  return db.transaction(async (tx) => {
    await enter(tx, going.as)
    return act(tx)
  })
}

/**
 * Goes through rows one by one, each in its own transaction. One that is refused, or that breaks, stops no other.
 * Counts what was done and what was not.
 */
export async function goThrough<Id extends string>(
  going: Going<Id>,
  { database: { db }, log }: Pick<Ground, 'database' | 'log'>,
): Promise<Tally> {
  let [done, refused] = [0, 0]
  const failed = (id: Id) => (error: unknown) => {
    refused += 1
    if (!asRefusal(error)) log.error({ err: error, id }, going.as)
    return false
  }
  let ids = await going.next(db, null)
  while (ids.length > 0) {
    for (const id of ids) {
      if (await step(going, id, db).catch(failed(id))) done += 1
      await breathe()
    }
    ids = await going.next(db, ids.at(-1)!)
  }
  return { done, refused }
}
