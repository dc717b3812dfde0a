import { sql } from 'drizzle-orm'
import type { Notice } from '#contract/announcements.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { announcementRows, exposureRows } from './store.ts'

/** Nobody reads more at once. */
const shownMax = 50

type ReaderContext = Pick<Context, 'tx' | 'actor' | 'today' | 'language'>

const textArray = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

/** Whether an announcement is shown on that day, and for that person, in the language of their screen. */
function isForReader({ actor, today, language }: ReaderContext) {
  const { audience, readers, state, showFrom, showUntil } = announcementRows
  return sql`${state} = 'enabled'
    and coalesce(${showFrom}, ${today}) <= ${today} and coalesce(${showUntil}, ${today}) >= ${today}
    and case ${audience}
      when 'roles' then ${readers} && ${textArray(actor.roles)}
      when 'units' then exists (select from ${unitRows} u
        where u.id = any(${readers}) and starts_with(${actor.unitPath}, u.path))
      when 'languages' then ${language} = any(${readers})
      else true end`
}

/** What one showing is known by: the session; of an announcement that pops up once there is one for each person. */
const showingIn = ({ actor }: ReaderContext) =>
  sql`case ${announcementRows.popUp} when 'once' then '' else ${actor.sessionId ?? ''} end`

/** What somebody is told now, the newest first. */
export const noticesFor = async (context: ReaderContext): Promise<Notice[]> => {
  const { id, title, content, updatedAt } = announcementRows
  const closed = sql`select from ${exposureRows} e
    where e.announcement_id = ${id} and e.staff_id = ${context.actor.id} and e.showing = ${showingIn(context)}`
  const rows = await rowsOf<Omit<Notice, 'updatedAt'> & { updatedAt: string }>(
    context.tx,
    sql`select ${id} as id, ${title} as title, ${content} as content, not exists (${closed}) as due,
        to_char(${updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"
      from ${announcementRows} where ${isForReader(context)} order by ${updatedAt} desc, ${id} desc limit ${shownMax}`,
  )
  return rows as Notice[] // written as the contract has moments
}

/** Counts an exposure, once for each showing. @returns whether the announcement is shown to them at all. */
export async function closeNotice(
  announcementId: IdOf<'announcement'>,
  context: ReaderContext & Pick<Context, 'now'>,
): Promise<boolean> {
  const { tx, actor, now } = context
  const [shown] = await rowsOf<{ showing: string }>(
    tx,
    sql`select ${showingIn(context)} as showing from ${announcementRows}
      where ${announcementRows.id} = ${announcementId} and ${isForReader(context)}`,
  )
  if (!shown) return false
  const exposure = { announcementId, staffId: actor.id, showing: shown.showing, at: now }
  await tx.insert(exposureRows).values(exposure).onConflictDoNothing()
  return true
}
