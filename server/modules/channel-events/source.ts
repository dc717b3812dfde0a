import { type Column, type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { adSpend } from '#contract/ad-spend.ts'
import { type ChannelEvent, channelEventKinds, type FirstDueLag } from '#contract/channel-events.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { localDay, startOfLocalDay } from '#server/kernel/base/clock.ts'
import { day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source, SummarySource } from '#server/kernel/listing/source.ts'
import { signOf, unionOf } from '#server/kernel/summaries/summary.ts'
import { appRef } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { channelEventDayRows as days } from './store.ts'
import { listedParts, parts } from './union.ts'

/** Columns of the union, written as those of a table: they are read, and stored nowhere. */
const rows = pgTable('channel_events', {
  id: key('id').primaryKey(),
  kind: text('kind', { enum: channelEventKinds }).notNull(),
  at: instant('at').notNull(),
  cohortAt: instant('cohort_at').notNull(),
  campaign: text('campaign'),
  media: text('media'),
  channel: text('channel').notNull(),
  app: key('app').notNull(),
  departmentId: idColumn('unit', 'department_id').notNull(),
  currency: text('currency').notNull(),
  customerId: idColumn('customer', 'customer_id'),
  name: text('name'),
  loanId: idColumn('loan', 'loan_id'),
  amountMinor: minor('amount_minor'),
  resultMinor: minor('result_minor'),
  impressions: integer('impressions'),
  clicks: integer('clicks'),
  installs: integer('installs'),
  dueOn: day('due_on'),
  knownFrom: day('known_from'),
  unpaidT0Minor: minor('unpaid_t0_minor'),
  unpaidT3Minor: minor('unpaid_t3_minor'),
  unpaidT10Minor: minor('unpaid_t10_minor'),
})
const { campaign, media, channel, currency } = rows

/** Spend is for whoever may see the list of it. */
const visible = (kind: Column) => (actor: Actor) =>
  actor.may(adSpend.list.requires) ? sql`true` : sql`${kind} <> 'spend'`

/** What of an instalment is told once a day after its due date is over. */
const reached =
  (dueOn: Column, lag: FirstDueLag, { day: today }: ReadContext) =>
  (what: Column) =>
    sql`(case when ${dueOn} + ${sql.raw(String(lag))} < ${today}::date then ${what} end)`

/** What was unpaid at the end of a day after the due date, of rows that stand for many. */
function summed(lag: FirstDueLag, { amount, sign }: { amount: Column; sign: Column }, readContext: ReadContext) {
  const told = reached(days.dueOn, lag, readContext)
  return { minor: told(amount), sign: told(sign), currency: sumCurrency }
}
/** No filter asks for the currency of a sum: there is one. */
const sumCurrency = sql`''`

/** Channel events by their day. */
const summary: SummarySource<ChannelEvent> = {
  of: (country) => ({
    ...{ table: days, rows: days.rows, parts, from: (union) => sql`${union} as ${rows}` },
    // spend is nobody’s
    beside: [{ table: customerRows, where: sql`${rows.customerId} is not null` }],
    by: [
      [days.cohortAt, startOfLocalDay(rows.cohortAt, { country })],
      [days.kind, rows.kind],
      [days.channel, channel],
      [days.media, media],
      [days.campaign, campaign],
      [days.app, rows.app],
      [days.departmentId, rows.departmentId],
      [days.dueOn, rows.dueOn],
      [days.unpaidT0Sign, signOf(rows.unpaidT0Minor)],
      [days.unpaidT3Sign, signOf(rows.unpaidT3Minor)],
      [days.unpaidT10Sign, signOf(rows.unpaidT10Minor)],
    ],
    sums: [
      [days.amountMinor, rows.amountMinor],
      [days.resultMinor, rows.resultMinor],
      [days.impressions, rows.impressions],
      [days.clicks, rows.clicks],
      [days.installs, rows.installs],
      [days.unpaidT0Minor, rows.unpaidT0Minor],
      [days.unpaidT3Minor, rows.unpaidT3Minor],
      [days.unpaidT10Minor, rows.unpaidT10Minor],
    ],
  }),
  from: sql`${days} left join ${appRows} on ${appRows.id} = ${days.app}`,
  columns: (readContext) => ({
    ...{ kind: days.kind, cohortAt: days.cohortAt, campaign: days.campaign, media: days.media, channel: days.channel },
    app: appRef(days.app),
    amount: { minor: days.amountMinor, currency: sumCurrency },
    result: { minor: days.resultMinor, currency: sumCurrency },
    ...{ impressions: { summed: days.impressions }, clicks: { summed: days.clicks } },
    installs: { summed: days.installs },
    unpaidT0: summed(0, { amount: days.unpaidT0Minor, sign: days.unpaidT0Sign }, readContext),
    unpaidT3: summed(3, { amount: days.unpaidT3Minor, sign: days.unpaidT3Sign }, readContext),
    unpaidT10: summed(10, { amount: days.unpaidT10Minor, sign: days.unpaidT10Sign }, readContext),
  }),
  visible: visible(days.kind),
  scope: { department: (actor) => inUnitsOf(actor, days.departmentId) },
}

/** An event with all that is told of it. */
const from = (union: SQL): SQL => sql`${union} as ${rows} left join ${appRows} on ${appRows.id} = ${rows.app}`

/** List source: what channels and campaigns cost and bring. Agencies, groups and collectors have no share in it. */
export const channelEventSource: Source<ChannelEvent> = {
  table: rows,
  from: from(unionOf(listedParts)),
  union: { parts: listedParts, from },
  summary,
  columns: (readContext) => ({
    id: rows.id,
    kind: rows.kind,
    cohortAt: rows.cohortAt,
    at: rows.at,
    ...{ campaign, media, channel },
    app: appRef(rows.app),
    customerId: rows.customerId,
    name: rows.name,
    loanId: rows.loanId,
    amount: { minor: rows.amountMinor, currency },
    result: { minor: rows.resultMinor, currency },
    ...{ impressions: rows.impressions, clicks: rows.clicks, installs: rows.installs },
    unpaidT0: { minor: reached(rows.dueOn, 0, readContext)(rows.unpaidT0Minor), currency },
    unpaidT3: { minor: reached(rows.dueOn, 3, readContext)(rows.unpaidT3Minor), currency },
    unpaidT10: { minor: reached(rows.dueOn, 10, readContext)(rows.unpaidT10Minor), currency },
    knownFrom: sql`coalesce(${rows.knownFrom}, ${localDay(rows.at, readContext)})`,
  }),
  visible: visible(rows.kind),
  scope: { department: (actor) => inUnitsOf(actor, rows.departmentId) },
}
