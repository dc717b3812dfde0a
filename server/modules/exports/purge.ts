import { lt } from 'drizzle-orm'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { exportRows } from './store.ts'

/** Deletes the files whose day is over, and what was noted of them. */
export const purgeExports: TaskRunner = async ({ database: { db }, clock }) => {
  const purged = await db
    .delete(exportRows)
    .where(lt(exportRows.expiresAt, clock.now()))
    .returning({ id: exportRows.id })
  return { done: purged.length, refused: 0 }
}
