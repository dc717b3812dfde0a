import { inArray } from 'drizzle-orm'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { roleRows } from './store.ts'

/** How much each role may, by its mark; null: as much as there is. A role that is not named may nothing. */
type Limits = Readonly<Record<string, number | null>>

/** How much somebody may by the most generous of their roles; null: as much as there is. */
export async function limitFor(tx: Db, { roles }: Pick<Actor, 'roles'>, limits: Limits): Promise<number | null> {
  const held =
    roles.length > 0
      ? await tx
          .select()
          .from(roleRows)
          .where(inArray(roleRows.id, [...roles]))
      : []
  const theirs = held.map(({ mark }) => limits[mark] ?? (mark in limits ? null : 0))
  return theirs.includes(null) ? null : Math.max(0, ...(theirs as number[])) // none of them is null
}
