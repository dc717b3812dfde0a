import { type Column, type SQL, sql } from 'drizzle-orm'
import type { ReportRun, ReportSchedule } from '#contract/report-schedules.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { alertWords } from './numbers.ts'
import { errorText } from './run-error.ts'
import { reportRunRows, reportScheduleRows, reportTurnRows } from './store.ts'

/** The newest of the files of a schedule; of several of one turn, one that did not reach its reader. */
const last = sql`left join lateral (
    select r.state, r.due_at from ${reportRunRows} r where r.schedule_id = ${reportScheduleRows.id}
    order by r.due_at desc, r.state = 'done', r.id desc limit 1
  ) last on true`

const recipients = sql`coalesce((select string_agg(s.name, ', ' order by s.name) from ${staffRows} s
  where s.id = any(${reportScheduleRows.recipientIds})), '')`

/** A condition as it is kept, `overdueT0>42`, in words. */
function conditionInWords({ registry, t }: ReadContext) {
  const words = JSON.stringify(registry ? alertWords(registry, t) : {})
  const part = (pattern: string) => sql`substring(${reportScheduleRows.condition} from ${pattern})`
  const named = sql`${words}::jsonb -> ${reportScheduleRows.content} ->> ${part('^[^<>]+')}`
  return sql`coalesce(${named}, ${part('^[^<>]+')}) || ' ' || ${part('[<>]=?')} || ' ' || ${part('[<>]=?(.*)$')}`
}

const isOwn = ({ id }: Actor) => sql`${reportScheduleRows.ownerId} = ${id}`
const isReceived = ({ id }: Pick<Actor, 'id'>) => sql`${id}::text = any(${reportScheduleRows.recipientIds})`

/** Schedules, those that were deleted among them: a call that deletes one answers it as it is then. */
export const everyReportSchedule: Source<ReportSchedule> = {
  table: reportScheduleRows,
  from: sql`${reportScheduleRows}
    join ${reportTurnRows} on ${reportTurnRows.scheduleId} = ${reportScheduleRows.id}
    join ${staffRows} on ${staffRows.id} = ${reportScheduleRows.ownerId} ${last}`,
  columns: (readContext) => ({
    id: reportScheduleRows.id,
    version: reportScheduleRows.version,
    state: reportScheduleRows.state,
    title: reportScheduleRows.title,
    owner: { id: reportScheduleRows.ownerId, name: staffRows.name },
    recipients,
    received: readContext.reader ? isReceived(readContext.reader) : sql`false`,
    content: reportScheduleRows.content,
    query: reportScheduleRows.query,
    by: reportScheduleRows.rowsBy,
    condition: conditionInWords(readContext),
    frequency: reportScheduleRows.frequency,
    time: reportScheduleRows.time,
    format: reportScheduleRows.format,
    delivery: reportScheduleRows.delivery,
    nextAt: reportTurnRows.nextAt,
    lastAt: sql`last.due_at`,
    lastRun: sql`last.state`,
    createdAt: reportScheduleRows.createdAt,
  }),
  scope: { own: (actor) => sql`(${isOwn(actor)} or ${isReceived(actor)})` },
  takenFrom: ({ id }) => sql`${id}::text = any(${reportScheduleRows.leftIds})`,
}

/** List source: schedules that are still there. */
export const reportScheduleSource: Source<ReportSchedule> = {
  ...everyReportSchedule,
  where: sql`${reportScheduleRows.state} <> 'removed'`,
  formerWhere: sql`${reportScheduleRows.state} = 'removed'`,
}

/** The numbers of a file, for whoever it is for: they are told by what that one may see. So do those who see all files. */
function ofTheirs({ reader }: ReadContext): (number: Column) => SQL {
  if (!reader || reader.scopesOf('reportRuns').includes('all')) return (number) => sql`${number}`
  return (number) => sql`case when ${reportRunRows.recipientId} = ${reader.id} then ${number} end`
}

/**
 * List source: files of schedules. Whoever gets one hears of it, and so does whoever had it sent: that it went out, not what
 * is in it.
 */
export const reportRunSource: Source<ReportRun> = {
  table: reportRunRows,
  from: sql`${reportRunRows} join ${reportScheduleRows} on ${reportScheduleRows.id} = ${reportRunRows.scheduleId}
    join ${staffRows} on ${staffRows.id} = ${reportRunRows.recipientId}`,
  columns: (readContext) => ({
    id: reportRunRows.id,
    state: reportRunRows.state,
    schedule: { id: reportRunRows.scheduleId, name: reportScheduleRows.title },
    recipient: { id: reportRunRows.recipientId, name: staffRows.name },
    trigger: reportRunRows.trigger,
    format: reportRunRows.format,
    dueAt: reportRunRows.dueAt,
    finishedAt: reportRunRows.finishedAt,
    attempts: reportRunRows.attempts,
    rows: ofTheirs(readContext)(reportRunRows.rows),
    bytes: ofTheirs(readContext)(reportRunRows.bytes),
    mail: reportRunRows.mail,
    measured: ofTheirs(readContext)(reportRunRows.measured),
    met: sql`coalesce(${ofTheirs(readContext)(reportRunRows.met)}, false)`,
    error: {
      select: { 'stored error': reportRunRows.error },
      compute: (row, { t }) => errorText(row['stored error'] as string | null, t), // as the table has it
    },
  }),
  scope: { own: (actor) => sql`(${reportRunRows.recipientId} = ${actor.id} or ${isOwn(actor)})` },
}
