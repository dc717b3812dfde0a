import { sql } from 'drizzle-orm'
import type { Bounds, Headroom } from '#contract/batches.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/database.ts'
import type { Context } from '#server/kernel/implement.ts'
import type { Entry } from '#server/kernel/registry.ts'
import { isAmount, isPlain, momentOf, type Place } from '#server/kernel/source.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { fundLeft } from '#server/modules/payouts/steps.ts'
import { passedOn } from '#server/modules/reductions/steps.ts'
import { mustBeCommand, selected, type Wanted } from './freeze.ts'

/** What limits a command beside its rows, by its id. */
const limits: Readonly<Record<string, (context: Context) => Promise<Headroom[]>>> = {
  'loans.redisburse': async ({ tx, today, ground }) => {
    const left = await fundLeft(tx, today, ground.clock.country)
    return left ? [{ of: 'fundCap', left }] : []
  },
  'reductions.pass': async ({ tx, actor, today, ground }) => {
    const daily = await parameter(tx, 'reduction.dailyMaxMinor')
    if (daily === 0) return []
    const passed = await passedOn(tx, actor.id, today, ground.clock.country)
    return [
      { of: 'reductionCap', left: ofMinor(Math.max(0, daily - passed), countries[ground.clock.country].currency) },
    ]
  },
}

/** What is left of the limits of a command, for whoever asks. */
export const headroomOf = async ({ endpoint }: Entry, context: Context): Promise<Headroom[]> =>
  (await limits[endpoint.id]?.(context)) ?? []

const leastOf = (place: Place) =>
  isAmount(place)
    ? { value: place.minor, currency: place.currency }
    : { value: isPlain(place) ? place : sql`null`, currency: sql`null::text` }

/** How much each argument of a command may be on all of the rows that are meant, and what is left of its limits. */
export async function boundsOf({ command, selection }: Omit<Wanted, 'args'>, context: Context): Promise<Bounds> {
  const entry = mustBeCommand(command, context)
  const { source, where } = await selected(selection, entry, context)
  const places = source.at(momentOf(context.ground, context.now)) as Readonly<Record<string, Place>> // by name
  const most: Bounds['most'] = {}
  for (const [argument, field] of Object.entries(entry.endpoint.bounds ?? {})) {
    const { value, currency } = leastOf(places[field]!)
    const groups = await rowsOf<{ least: number | null; currency: Currency | null }>(
      context.tx,
      sql`select min(${value})::bigint as least, ${currency} as currency from ${source.from} where ${where} group by 2`,
    )
    const [only] = groups
    // amounts of two currencies have no least
    if (groups.length !== 1 || only!.least === null) continue
    most[argument] = only!.currency ? ofMinor(Number(only!.least), only!.currency) : Number(only!.least)
  }
  return { most, headroom: await headroomOf(entry, context) }
}
