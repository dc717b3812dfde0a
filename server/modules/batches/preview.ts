import { and, asc, eq, sql } from 'drizzle-orm'
import type { Preview, RefusedGroup } from '#contract/batches.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { type Guard, ok, type Verdict } from '#contract/kernel/fault.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, IdOf, Money, Version } from '#contract/kernel/values.ts'
import { asRefusal, perform } from '#server/kernel/call.ts'
import { type Db, rowsOf } from '#server/kernel/database.ts'
import type { Act } from '#server/kernel/ground.ts'
import type { Context, Refusal } from '#server/kernel/implement.ts'
import type { Entry } from '#server/kernel/registry.ts'
import { fieldsSelect, isAmount, momentOf } from '#server/kernel/source.ts'
import { headroomOf } from './bounds.ts'
import { freeze, hindranceOf, mustBeCommand, type Wanted } from './freeze.ts'
import { batchItemRows } from './store.ts'

/** So many rows are rehearsed one by one; what is beyond is judged by the fields its guard reads. */
const rehearsedMax = 500
/** So many ids stand for a group of refused rows: all that were rehearsed. */
const sampleMax = rehearsedMax

/** What is being found out: eligible rows and what they move, refused rows by reason. */
class Tally {
  eligible = 0
  readonly #sums = new Map<Currency, number>()
  readonly #refused = new Map<string, RefusedGroup>()

  take(count: number, amount: Money | null): void {
    this.eligible += count
    if (amount) this.#sums.set(amount.currency, (this.#sums.get(amount.currency) ?? 0) + amount.minor)
  }
  refuse(fault: string, msg: string, count: number, ids: readonly string[]): void {
    const known = this.#refused.get(msg) ?? { fault, msg, count: 0, ids: [] }
    const sample = [...known.ids, ...ids].slice(0, sampleMax)
    this.#refused.set(msg, { ...known, count: known.count + count, ids: sample })
  }
  get sums(): Money[] {
    return [...this.#sums].map(([currency, minor]) => ofMinor(minor, currency))
  }
  get refused(): RefusedGroup[] {
    return [...this.#refused.values()].sort((a, b) => b.count - a.count)
  }
}

/** Ends a rehearsal, taking everything it wrote along. */
class Enough extends Error {}

/** The call that one row of a run is. */
const actFor = (
  entry: Entry,
  input: Record<string, unknown>,
  context: Context,
  batchId: IdOf<'batch'> | null,
): Act => ({
  entry,
  input,
  ground: context.ground,
  caller: { ...context, rehearse: false, idempotencyKey: null, batchId },
  started: context.now,
  notes: {},
  afterwards: [],
})

/** Does one row in a savepoint of its own. */
const attempt = async (tx: Db, act: Act): Promise<{ before: unknown } | { refusal: Refusal }> => {
  try {
    return await tx.transaction((savepoint) => perform(savepoint, act))
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    return { refusal }
  }
}

/** Tries the first rows for real, one after the other in the order of their ids, and takes everything back. */
async function rehearse(
  entry: Entry,
  id: IdOf<'batch'>,
  args: Wanted['args'],
  { context, tally }: Finding,
): Promise<number> {
  const { tx } = context
  const items = await tx
    .select()
    .from(batchItemRows)
    .where(eq(batchItemRows.batchId, id))
    .orderBy(asc(batchItemRows.seq))
    .limit(rehearsedMax)
  const { sum } = entry.endpoint
  await tx
    .transaction(async (rehearsal) => {
      for (const { rowId, version } of items) {
        const done = await attempt(rehearsal, actFor(entry, { ...args, id: rowId, version }, context, null))
        if ('refusal' in done) {
          const { fault, values } = done.refusal
          tally.refuse(fault, context.say(`faults.${fault}`, values), 1, [rowId])
        } else tally.take(1, sum ? ({ ...(done.before as object), ...args } as Record<string, Money>)[sum]! : null)
      }
      throw new Enough()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Enough)) throw error
    })
  return items.length
}

interface Finding {
  readonly context: Context
  readonly tally: Tally
}

type Group = Record<string, unknown> & { count: number; moved: number | null; currency: Currency | null }

/** The rows beyond the rehearsed ones, grouped by what the guard reads, in one statement. */
function groupsBeyond({ endpoint, found }: Entry, id: IdOf<'batch'>, { tx, ground, now }: Context): Promise<Group[]> {
  const { source, subject } = found!
  const places = source.at(momentOf(ground, now))
  const reads = subject.fields.filter(({ name }) => endpoint.when?.reads.includes(name as never))
  const place = endpoint.sum ? places[endpoint.sum] : undefined
  const amount = place && isAmount(place) ? place : { minor: sql`0`, currency: sql`null::text` }
  const keys = [sql`3`, ...reads.map((_, i) => sql.raw(String(i + 4)))]
  return rowsOf<Group>(
    tx,
    sql`select count(*)::int as count, sum(${amount.minor})::bigint as moved, ${amount.currency} as currency
          ${fieldsSelect(places, reads)}
        from ${batchItemRows} join (${source.from}) on ${source.table.id} = ${batchItemRows.rowId}
        where ${batchItemRows.batchId} = ${id} and ${batchItemRows.seq} > ${rehearsedMax}
        group by ${sql.join(keys, sql`, `)}`,
  )
}

/** What a group of rows moves: its own amounts, or the one that was asked for, once for each. */
const movedBy = ({ count, moved, currency }: Group, asked: Money | undefined): Money | null => {
  if (currency) return ofMinor(Number(moved), currency)
  return asked ? ofMinor(asked.minor * count, asked.currency) : null
}

/** Judges the rows that were not rehearsed. */
async function countBeyond(entry: Entry, id: IdOf<'batch'>, args: Wanted['args'], { context, tally }: Finding) {
  const { when, hours, sum } = entry.endpoint
  const judge = when as Guard<Group> | undefined // of the subject whose rows are read here
  const timely = hours?.(toInstant(context.now), context.ground.clock.country) ?? ok
  for (const group of await groupsBeyond(entry, id, context)) {
    const allowed: Verdict = judge ? judge(group) : ok
    const verdict = allowed.ok ? timely : allowed
    if (verdict.ok) tally.take(group.count, sum ? movedBy(group, args[sum] as Money | undefined) : null)
    else tally.refuse(verdict.fault, context.say(`faults.${verdict.fault}`, verdict.values), group.count, [])
  }
}

/** A run as it was frozen: what of, on how many rows, with which arguments. */
export interface Frozen extends Pick<Wanted, 'command' | 'args'> {
  readonly id: IdOf<'batch'>
  readonly count: number
}

const shown = ({ endpoint: { secrets = [] } }: Entry, args: Wanted['args']): Wanted['args'] =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !secrets.includes(name)))

/**
 * Finds out what a run would do now if the caller started it. Nothing stays.
 * @throws Refusal `unknown_command`, `forbidden`.
 */
export async function foresee({ id, command, args, count }: Frozen, context: Context): Promise<Preview> {
  const entry = mustBeCommand(command, context)
  const finding = { context, tally: new Tally() }
  const rehearsed = await rehearse(entry, id, args, finding)
  if (count > rehearsed) await countBeyond(entry, id, args, finding)
  const hindrance = hindranceOf(entry, count, context)
  const [only] =
    count === 1
      ? await context.tx
          .select()
          .from(batchItemRows)
          .where(and(eq(batchItemRows.batchId, id), eq(batchItemRows.seq, 1)))
      : []
  const { eligible, refused, sums } = finding.tally
  return {
    id,
    command,
    args: shown(entry, args),
    matched: count,
    eligible,
    refused,
    sums,
    rehearsed,
    hindrance: hindrance && {
      fault: hindrance.fault,
      msg: context.say(`faults.${hindrance.fault}`, hindrance.values),
      // whoever holds the right that is missing may release it
      askable: true,
    },
    headroom: await headroomOf(entry, context),
    at: toInstant(context.now),
    version: only ? (only.version as Version) : null, // read from a row's own version
  }
}

/** Freezes a selection and finds out what a command would do to it. */
export async function preview(wanted: Wanted, context: Context): Promise<Preview> {
  const frozen = await freeze(mustBeCommand(wanted.command, context), wanted, context)
  return foresee({ ...frozen, command: wanted.command, args: wanted.args }, context)
}
