import { and, count, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { reportSchedule, reportSchedules } from '#contract/report-schedules.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { launchRun, queueFor } from '#server/modules/jobs/steps.ts'
import { conditionOf } from './condition.ts'
import { mustBeSendable, mustSeeMeasures, rowsByOf } from './content.ts'
import { mustBeDeliverable } from './mail.ts'
import { withoutRecipient, withRecipient } from './recipients.ts'
import { everyReportSchedule, reportRunSource, reportScheduleSource } from './source.ts'
import { reportScheduleRows } from './store.ts'
import { nextDue, queueFiles, type StoredSchedule, setTurn } from './turns.ts'

const place = rowSource(reportSchedule, everyReportSchedule)

/** So many schedules somebody has at most. */
const schedulesMax = 50

async function mustBeBelowLimit({ tx, actor }: Context): Promise<void> {
  const mine = and(eq(reportScheduleRows.ownerId, actor.id), ne(reportScheduleRows.state, 'removed'))
  const [known] = await tx.select({ count: count() }).from(reportScheduleRows).where(mine)
  if (known!.count >= schedulesMax) throw new Refusal('too_many_schedules', { max: schedulesMax })
}

/** A schedule as it is stored. */
async function storedOf(id: StoredSchedule['id'], { tx }: Context): Promise<StoredSchedule> {
  const [schedule] = await tx.select().from(reportScheduleRows).where(eq(reportScheduleRows.id, id))
  return schedule!
}

async function set(id: StoredSchedule['id'], values: Partial<StoredSchedule>, { tx }: Context): Promise<void> {
  const changed = { leftIds: [], ...values }
  await tx.update(reportScheduleRows).set(changed).where(eq(reportScheduleRows.id, id))
}

/** Takes a recipient off. @throws Refusal `not_a_recipient`. */
async function takeOff(id: StoredSchedule['id'], recipient: IdOf<'staff'>, call: Context): Promise<void> {
  const recipientIds = withoutRecipient(await storedOf(id, call), recipient)
  await set(id, { recipientIds, leftIds: [recipient] }, call)
}

/** Handlers of `reportSchedules`: reports and lists that are sent as files, daily or weekly. */
export default implement(
  reportSchedules,
  {
    list: reportScheduleSource,
    runs: reportRunSource,

    async add({ content: named, ...asked }, call) {
      const { tx, actor, now, today, app, note } = call
      const content: string = named
      const sendable = await mustBeSendable({ ...asked, content }, call)
      mustSeeMeasures(sendable, asked.shape, call) // what was saved with a right that is gone can still be edited
      const [rowsBy, condition] = [rowsByOf(sendable, asked.shape), conditionOf(asked, sendable, call)]
      await mustBeDeliverable(asked.delivery, actor.id, call)
      await mustBeBelowLimit(call)
      const id = await newId(tx, reportSchedule.ids, today)
      const made = { ...asked, content, rowsBy, condition, ownerId: actor.id }
      await tx.insert(reportScheduleRows).values({ ...made, id, state: 'active', createdAt: now })
      await setTurn(tx, id, nextDue(asked, now, app.clock))
      note({ objectId: id, after: made })
      return { id }
    },

    async edit({ id, version: _, ...asked }, call) {
      const { content, shape, state, ownerId, recipientIds } = await storedOf(id, call)
      const sendable = await mustBeSendable({ ...asked, content, shape }, call)
      const condition = conditionOf({ ...asked, shape }, sendable, call)
      for (const reader of [ownerId, ...recipientIds]) await mustBeDeliverable(asked.delivery, reader, call)
      await set(id, { ...asked, condition }, call)
      if (state === 'active') await setTurn(call.tx, id, nextDue(asked, call.now, call.app.clock))
    },

    async addRecipient({ id, recipient }, call) {
      await set(id, { recipientIds: await withRecipient(await storedOf(id, call), recipient, call) }, call)
    },

    async removeRecipient({ id, recipient }, call) {
      await takeOff(id, recipient, call)
    },

    async leave({ id }, call) {
      await takeOff(id, call.actor.id, call)
    },

    async pause({ id }, call) {
      await set(id, { state: 'paused' }, call)
      await setTurn(call.tx, id, null)
    },

    async resume({ id }, call) {
      await set(id, { state: 'active' }, call)
      await setTurn(call.tx, id, nextDue(await storedOf(id, call), call.now, call.app.clock))
    },

    async run({ id }, call) {
      const { tx, now, actor, app, t, afterCommit } = call
      await queueFiles(tx, await storedOf(id, call), { dueAt: now, trigger: 'person' }, app)
      const run = await queueFor(tx, 'sendReports', actor.name, now)
      afterCommit(async () => {
        launchRun(run, app)
        return findOne(app.database.db, place, id, { actor, scopes: ['all'], app, t })
      })
    },

    async remove({ id }, call) {
      await set(id, { state: 'removed' }, call)
      await setTurn(call.tx, id, null)
    },
  },
  [place],
)
