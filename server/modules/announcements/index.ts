import { asc, eq } from 'drizzle-orm'
import { type Announcement, type AnnouncementState, announcement, announcements } from '#contract/announcements.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { toAnnouncementValues } from './draft.ts'
import { closeNotice, noticesFor } from './shown.ts'
import { announcementSource, everyAnnouncement } from './source.ts'
import { announcementRows } from './store.ts'

const setState =
  (state: AnnouncementState) =>
  async (_: object, { tx, row, now }: Call<never, Announcement>): Promise<void> => {
    await tx.update(announcementRows).set({ state, updatedAt: now }).where(eq(announcementRows.id, row.id))
  }

/** Handlers of `announcements`: what staff are told. */
export default implement(
  announcements,
  {
    list: announcementSource,

    async detail({ id }, { tx, actor, app, t, fail }) {
      const access = { actor, scopes: ['all'] as const, app, t }
      const found = await findOne(tx, rowSource(announcement, announcementSource), id, access)
      if (!found) return fail('not_found')
      const [stored] = await tx
        .select({ readers: announcementRows.readers })
        .from(announcementRows)
        .where(eq(announcementRows.id, id))
      return { announcement: found as Announcement, readers: stored!.readers } // read by its own fields
    },

    readers: async (_, { tx, t }) => ({
      roles: await tx
        .select({ id: roleRows.id, name: roleNameIn(t) })
        .from(roleRows)
        .where(eq(roleRows.state, 'enabled'))
        .orderBy(roleNameIn(t)),
      units: await tx
        .select({ id: unitRows.id, name: nameIn(unitRows, t) })
        .from(unitRows)
        .orderBy(asc(unitRows.path)),
    }),

    async add(draft, call) {
      const { tx, actor, now, today } = call
      const values = await toAnnouncementValues(draft, null, call)
      const id = await newId(tx, announcement.ids, today)
      await tx.insert(announcementRows).values({ ...values, id, makerId: actor.id, createdAt: now })
      call.note({ objectId: id, after: values })
      return { id }
    },

    async edit({ id, version: _, ...draft }, call) {
      const values = await toAnnouncementValues(draft, call.row.state, call)
      await call.tx.update(announcementRows).set(values).where(eq(announcementRows.id, id))
    },

    enable: setState('enabled'),
    disable: setState('disabled'),
    remove: setState('removed'),

    shown: async (_, call) => ({ notices: await noticesFor(call) }),

    async close({ id }, call) {
      if (!(await closeNotice(id, call))) return call.fail('not_found')
      return {}
    },
  },
  [rowSource(announcement, everyAnnouncement)],
)
