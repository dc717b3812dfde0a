import { sql } from 'drizzle-orm'
import type { ArgumentLimits, LimitLeft } from '#contract/batches.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context, RegistryEntry } from '#server/kernel/call/context.ts'
import { type ColumnMapping, isAmount, isPlain, readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { dailyCapLeft } from '#server/modules/payouts/steps.ts'
import { passedOn } from '#server/modules/reductions/steps.ts'
import { type BatchRequest, mustBeCommand, resolveSelection } from './snapshot-selection.ts'

/** What limits a command beside its rows, by its id. */
const limits: Readonly<Record<string, (context: Context) => Promise<LimitLeft[]>>> = {
  'loans.redisburse': async ({ tx, today, app }) => {
    const left = await dailyCapLeft(tx, today, app.clock.country)
    return left ? [{ of: 'fundCap', left }] : []
  },
  'reductions.pass': async ({ tx, actor, today, app }) => {
    const daily = await parameter(tx, 'reduction.dailyMaxMinor')
    if (daily === 0) return []
    const passed = await passedOn(tx, actor.id, today, app.clock.country)
    return [{ of: 'reductionCap', left: ofMinor(Math.max(0, daily - passed), countries[app.clock.country].currency) }]
  },
}

/** What is left of the limits of a command, for whoever asks. */
export const limitsLeft = async ({ endpoint }: RegistryEntry, context: Context): Promise<LimitLeft[]> =>
  (await limits[endpoint.id]?.(context)) ?? []

const sortableOf = (mapping: ColumnMapping) =>
  isAmount(mapping)
    ? { value: mapping.minor, currency: mapping.currency }
    : { value: isPlain(mapping) ? mapping : sql`null`, currency: sql`null::text` }

/** How much each argument of a command may be on all of the rows that are meant, and what is left of its limits. */
export async function boundsOf(
  { command, selection }: Omit<BatchRequest, 'args'>,
  context: Context,
): Promise<ArgumentLimits> {
  const entry = mustBeCommand(command, context)
  const { source, where } = await resolveSelection(selection, entry, context)
  const mappings = source.columns(readContextOf(context.app, context.now)) as Readonly<Record<string, ColumnMapping>> // by name
  const most: ArgumentLimits['most'] = {}
  for (const [argument, field] of Object.entries(entry.endpoint.bounds ?? {})) {
    const { value, currency } = sortableOf(mappings[field]!)
    const groups = await rowsOf<{ least: number | null; currency: Currency | null }>(
      context.tx,
      sql`select min(${value})::bigint as least, ${currency} as currency from ${source.from} where ${where} group by 2`,
    )
    const [only] = groups
    // amounts of two currencies have no least
    if (groups.length !== 1 || only!.least === null) continue
    most[argument] = only!.currency ? ofMinor(Number(only!.least), only!.currency) : Number(only!.least)
  }
  return { most, headroom: await limitsLeft(entry, context) }
}
