import { sql } from 'drizzle-orm'
import {
  type AgencyConduct,
  allMeasures,
  type ConductCount,
  type ConductReport,
  conductDaysMax,
  type conductReport,
} from '#contract/conduct-report.ts'
import { daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { contactsPerDay } from '#contract/kernel/contact-limits.ts'
import type { Endpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { isRef } from '#server/kernel/listing/column-mapping.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { type ReportedAgency, reportedAgencies } from './agencies.ts'
import { type MeasuredPeriod, measured } from './measures.ts'

/** Input of the report: its period, as it was asked for. */
type ConductReportInput = Parsed<typeof conductReport.read>
type AgencyId = IdOf<'unit'> | null

/** Reads as whoever sees everything: which agencies are told of is decided before. */
const seesAll = (actor: Actor): Actor => ({ ...actor, may: () => true, scopesOf: () => ['all'] })

type CountsByAgency = ReadonlyMap<AgencyId, number>
/** A measure by agency: what its list shows for its filter line, to whoever may look at it, else to everybody. */
async function countsOf(
  { listing: id, query, distinct }: NonNullable<ReturnType<typeof measured>['calls']>,
  context: Context,
): Promise<CountsByAgency> {
  const { listing, source } = context.app.registry.listings.get(id)!
  const actor = context.actor.may(listing.requires) ? context.actor : seesAll(context.actor)
  const { where, context: read } = await viewOf(listing, source, { q: query }, { ...context, actor })
  const agency = read.mappings.agency!
  if (!isRef(agency)) throw new Error(`${id} has no agency`)
  const counted = distinct ? sql`distinct ${read.mappings[distinct]}` : sql`*`
  const rows = await rowsOf<{ agency: AgencyId; count: number }>(
    context.tx,
    sql`select ${agency.id} as agency, count(${counted})::int as count from ${source.from} where ${where} group by 1`,
  )
  return new Map(rows.map((row) => [row.agency, row.count]))
}

const inAgency = ({ id }: ReportedAgency): string => (id === null ? '-has:agency' : `agency:${id}`)

/** Counts everything for some agencies. */
async function conductOf(
  agencies: readonly ReportedAgency[],
  period: MeasuredPeriod,
  context: Context,
): Promise<AgencyConduct[]> {
  const measures = measured(period)
  const counted = new Map<string, CountsByAgency>()
  for (const name of allMeasures) {
    const measure = measures[name]
    if (measure) counted.set(name, await countsOf(measure, context))
  }
  return agencies.map((agency) => ({
    ...agency,
    counts: allMeasures.map((name): ConductCount => {
      const measure = measures[name]
      if (!measure) return { measure: name, count: null, list: null }
      const { listing, page, query } = measure
      const may = context.actor.may(context.app.registry.listings.get(listing)!.listing.requires)
      const list = may ? { page, query: `${query} ${inAgency(agency)}` } : null
      return { measure: name, count: counted.get(name)!.get(agency.id) ?? 0, list }
    }),
  }))
}

function mustBePeriod({ from, to }: ConductReportInput): void {
  if (to < from) throw new Refusal('last_before_first', undefined, { field: 'to' })
  if (daysBetween(from, to) >= conductDaysMax) {
    throw new Refusal('period_too_long', { max: conductDaysMax }, { field: 'from' })
  }
}

/** The report as it is asked for, as far as a right reaches. @throws Refusal `last_before_first`, `period_too_long`, `unknown_unit`. */
export async function reportOf(
  asked: ConductReportInput,
  { requires: right }: Pick<Endpoint, 'requires'>,
  context: Context,
): Promise<ConductReport> {
  mustBePeriod(asked)
  const { tx, app, now } = context
  const { from, to } = asked
  const limit = contactsPerDay(app.clock.country, await parameter(tx, 'contacts.dailyMax'))
  const all = await reportedAgencies(right, context)
  const agencies = asked.agency ? all.filter(({ id }) => id === asked.agency) : all
  if (asked.agency && agencies.length === 0) throw new Refusal('unknown_unit', undefined, { field: 'agency' })
  const period = { from, to, limit }
  return { from, to, madeAt: toInstant(now), limit, agencies: await conductOf(agencies, period, context) }
}
