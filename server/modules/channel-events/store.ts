import { index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { channelEventKinds } from '#contract/channel-events.ts'
import { day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Summary table `channel_event_days`: channel events by their day and by what reports on channels and campaigns are by. */
export const channelEventDayRows = pgTable(
  'channel_event_days',
  {
    /** When the day begins, where the business runs. */
    cohortAt: instant('cohort_at').notNull(),
    kind: text('kind', { enum: channelEventKinds }).notNull(),
    channel: text('channel').notNull(),
    media: text('media'),
    campaign: text('campaign'),
    app: key('app').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    /** Of an instalment: when it fell due, and what it can be compared by. */
    dueOn: day('due_on'),
    unpaidT0Sign: smallint('unpaid_t0_sign'),
    unpaidT3Sign: smallint('unpaid_t3_sign'),
    unpaidT10Sign: smallint('unpaid_t10_sign'),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor'),
    resultMinor: minor('result_minor'),
    impressions: minor('impressions'),
    clicks: minor('clicks'),
    installs: minor('installs'),
    unpaidT0Minor: minor('unpaid_t0_minor'),
    unpaidT3Minor: minor('unpaid_t3_minor'),
    unpaidT10Minor: minor('unpaid_t10_minor'),
  },
  (table) => [index('channel_event_days_cohort').on(table.cohortAt)],
)
