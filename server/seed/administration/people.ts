import { eq, sql } from 'drizzle-orm'
import { accessReview } from '#contract/access-reviews.ts'
import { session } from '#contract/session.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { accessReviewRows } from '#server/modules/access-reviews/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { staffId } from '../foundation.ts'
import type { SeedContext } from '../history/context.ts'
import { awayDays } from '../history/sign-ins.ts'
import { roles } from '../roles.ts'

/** Who is kept out: for the time being, and for good since a review of access. */
const [frozen, withdrawn] = ['salesman3', 'reloan2'] as const
const [foundDaysAgo, foundAtMinute, decidedAtMinute] = [9, 150, 640]

/** Has everybody have signed in when the log says so. */
export const addSignIns = (db: Db) =>
  db.execute(sql`update ${staffRows} set last_sign_in_at = told.at
    from (select object_id, max(at) as at from ${auditRows}
      where command = ${session.signIn.id} and outcome = 'done' group by 1) told
    where told.object_id = ${staffRows.account}`)

/** Freezes somebody, and has somebody else been disabled because nobody used the account. */
export async function keepPeopleOut(db: Db, context: SeedContext): Promise<void> {
  await db.update(staffRows).set({ state: 'frozen' }).where(eq(staffRows.account, frozen))
  const day = context.after(context.today, -foundDaysAgo)
  const lastUsedAt = context.at(context.after(context.today, -awayDays[withdrawn]), decidedAtMinute)
  await db
    .update(staffRows)
    .set({ state: 'disabled', lastSignInAt: lastUsedAt })
    .where(eq(staffRows.account, withdrawn))
  await db.insert(accessReviewRows).values({
    ...{ id: await newId(db, accessReview.ids, day), state: 'withdrawn', finding: 'idle', staffId: staffId(withdrawn) },
    ...{ lastUsedAt, foundAt: context.at(day, foundAtMinute) },
    ...{ decidedAt: context.at(context.after(day, 1), decidedAtMinute), decidedBy: roles.ADM.name },
    remark: 'Left in spring',
  })
}
