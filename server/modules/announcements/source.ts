import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Announcement } from '#contract/announcements.ts'
import { languages } from '#contract/settings.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { announcementRows, exposureRows } from './store.ts'

const { readers, audience } = announcementRows
const place = alias(unitRows, 'place')
const languageName = (t: Translate) =>
  sql`case code ${sql.join(
    languages.map((code) => sql`when ${code} then ${t(`staff.language.${code}`)}`),
    sql` `,
  )} end`

/** Whom it is for, by name. */
const readerNames = (t: Translate) => sql`coalesce(case ${audience}
  when 'roles' then (select string_agg(${roleNameIn(t, sql`r.name`)}, ', ' order by r.name) from ${roleRows} r where r.id = any(${readers}))
  when 'units' then (select string_agg(${nameIn(place, t)}, ', ' order by ${nameIn(place, t)}) from ${unitRows} place
    where place.id = any(${readers}))
  when 'languages' then (select string_agg(${languageName(t)}, ', ' order by code) from unnest(${readers}) code)
  end, '')`

/** Announcements, those that were deleted among them: a call that deletes one answers it as it is then. */
export const everyAnnouncement: Source<Announcement> = {
  table: announcementRows,
  from: sql`${announcementRows} join ${staffRows} on ${staffRows.id} = ${announcementRows.makerId}`,
  columns: ({ t }) => ({
    id: announcementRows.id,
    version: announcementRows.version,
    state: announcementRows.state,
    title: announcementRows.title,
    content: announcementRows.content,
    audience,
    readers: readerNames(t),
    popUp: announcementRows.popUp,
    showFrom: announcementRows.showFrom,
    showUntil: announcementRows.showUntil,
    exposures: sql`(select count(*)::int from ${exposureRows} e where e.announcement_id = ${announcementRows.id})`,
    maker: staffRows.name,
    updatedAt: announcementRows.updatedAt,
    createdAt: announcementRows.createdAt,
  }),
  scope: unscoped,
}

/** List source: announcements that are still there. */
export const announcementSource: Source<Announcement> = {
  ...everyAnnouncement,
  where: sql`${announcementRows.state} <> 'removed'`,
  formerWhere: sql`${announcementRows.state} = 'removed'`,
}
