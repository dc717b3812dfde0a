import { and, asc, eq, sql } from 'drizzle-orm'
import type { Preview, RefusedGroup, SideEffect } from '#contract/batches.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import { type Guard, ok, type Verdict } from '#contract/kernel/fault.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, IdOf, Money, Version } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { asRefusal, inSavepoint } from '#server/kernel/base/transaction.ts'
import type { Context, Invocation, RegistryEntry, Release, SideEffectAmount } from '#server/kernel/call/context.ts'
import { perform } from '#server/kernel/call/perform.ts'
import { Sums, sumEffects } from '#server/kernel/call/side-effects.ts'
import { isAmount, readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { fieldsSelect } from '#server/kernel/listing/read-rows.ts'
import { limitsLeft } from './bounds.ts'
import { type BatchRequest, blockerOf, mustBeCommand, snapshotSelection } from './snapshot-selection.ts'
import { batchItemRows } from './store.ts'

/** So many rows are rehearsed one by one; what is beyond is judged by the fields its guard reads. */
const rehearsedMax = 500
/** So many ids stand for a group of refused rows: all that were rehearsed. */
const sampleMax = rehearsedMax

/** What is being found out: eligible rows, what they move and do beside it, refused rows by reason. */
class Tally {
  eligible = 0
  readonly #moved = new Sums()
  readonly #effects: SideEffectAmount[] = []
  readonly #refused = new Map<string, RefusedGroup>()

  accept(count: number, amount: Money | null): void {
    this.eligible += count
    if (amount) this.#moved.add(amount)
  }
  affect(effects: readonly SideEffectAmount[]): void {
    this.#effects.push(...effects)
  }
  refuse(fault: string, msg: string, count: number, ids: readonly string[]): void {
    const known = this.#refused.get(msg) ?? { fault, msg, count: 0, ids: [] }
    const sample = [...known.ids, ...ids].slice(0, sampleMax)
    this.#refused.set(msg, { ...known, count: known.count + count, ids: sample })
  }
  get sums(): Money[] {
    return this.#moved.all
  }
  get effects(): SideEffect[] {
    return sumEffects(this.#effects)
  }
  get refused(): RefusedGroup[] {
    return [...this.#refused.values()].sort((a, b) => b.count - a.count)
  }
}

/** The call that one row of a run is. */
const invocationFor = (
  entry: RegistryEntry,
  input: Record<string, unknown>,
  { context, release }: Pick<EstimateContext, 'context' | 'release'>,
  batchSeq: number,
): Invocation => ({
  release,
  entry,
  input,
  app: context.app,
  caller: { ...context, rehearse: false, idempotencyKey: null, batchId: null, batchSeq },
  started: context.now,
  notes: {},
  afterCommit: [],
  effects: [],
})

/** Does one row in a savepoint of its own. */
const attempt = async (tx: Db, act: Invocation): Promise<{ before: unknown } | { refusal: Refusal }> => {
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
  entry: RegistryEntry,
  id: IdOf<'batch'>,
  args: BatchRequest['args'],
  { context, tally, release }: EstimateContext,
): Promise<number> {
  const { tx } = context
  const items = await tx
    .select()
    .from(batchItemRows)
    .where(eq(batchItemRows.batchId, id))
    .orderBy(asc(batchItemRows.seq))
    .limit(rehearsedMax)
  const { sum } = entry.endpoint
  await inSavepoint(tx, async (rehearsal) => {
    for (const { seq, rowId, version } of items) {
      const act = invocationFor(entry, { ...args, id: rowId, version }, { context, release }, seq)
      const done = await attempt(rehearsal, act)
      if ('refusal' in done) {
        const { fault, values } = done.refusal
        tally.refuse(fault, context.t(`faults.${fault}`, values), 1, [rowId])
      } else {
        tally.accept(1, sum ? ({ ...(done.before as object), ...args } as Record<string, Money>)[sum]! : null)
        tally.affect(act.effects)
      }
    }
    return 'rollBack'
  })
  return items.length
}

interface EstimateContext {
  readonly context: Context
  readonly tally: Tally
  /** What needs a second person is rehearsed as if released: it may be filed. */
  readonly release: Release
}

type Group = Record<string, unknown> & { count: number; moved: number | null; currency: Currency | null }

/** The rows beyond the rehearsed ones, grouped by what the guard reads, in one statement. */
function groupsNotRehearsed(
  { endpoint, rowSource: found }: RegistryEntry,
  id: IdOf<'batch'>,
  { tx, app, now }: Context,
): Promise<Group[]> {
  const { source, subject } = found!
  const mappings = source.columns(readContextOf(app, now))
  const names: readonly string[] = endpoint.when?.reads ?? []
  const reads = subject.fields.filter(({ name }) => names.includes(name))
  const mapping = endpoint.sum ? mappings[endpoint.sum] : undefined
  const amount = mapping && isAmount(mapping) ? mapping : { minor: sql`0`, currency: sql`null::text` }
  const keys = [sql`3`, ...reads.map((_, i) => sql.raw(String(i + 4)))]
  return rowsOf<Group>(
    tx,
    sql`select count(*)::int as count, sum(${amount.minor})::bigint as moved, ${amount.currency} as currency
          ${fieldsSelect(mappings, reads)}
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
async function judgeNotRehearsed(
  entry: RegistryEntry,
  id: IdOf<'batch'>,
  args: BatchRequest['args'],
  { context, tally }: EstimateContext,
) {
  const { when, contacts, sum } = entry.endpoint
  const judge = when as Guard<Group> | undefined // of the subject whose rows are read here
  const { app, now, tx } = context
  const timely = contacts ? contactHours(toInstant(now), app.clock.country, await app.quietDays(tx)) : ok
  for (const group of await groupsNotRehearsed(entry, id, context)) {
    const allowed: Verdict = judge ? judge(group) : ok
    const verdict = allowed.ok ? timely : allowed
    if (verdict.ok) tally.accept(group.count, sum ? movedBy(group, args[sum] as Money | undefined) : null)
    else tally.refuse(verdict.fault, context.t(`faults.${verdict.fault}`, verdict.values), group.count, [])
  }
}

/** A run as it was frozen: what of, on how many rows, with which arguments. */
export interface BatchSnapshot extends Pick<BatchRequest, 'command' | 'args'> {
  readonly id: IdOf<'batch'>
  readonly count: number
}

const withoutSecrets = (
  { endpoint: { secrets = [] } }: RegistryEntry,
  args: BatchRequest['args'],
): BatchRequest['args'] => Object.fromEntries(Object.entries(args).filter(([name]) => !secrets.includes(name)))

/**
 * Finds out what a run would do now if the caller started it; or, with `releasedBy`, if that
 * second person had released its rows. Nothing stays.
 * @throws Refusal `unknown_command`, `forbidden`.
 */
export async function estimate(
  { id, command, args, count }: BatchSnapshot,
  context: Context,
  { releasedBy }: { readonly releasedBy?: IdOf<'staff'> | undefined } = {},
): Promise<Preview> {
  const entry = mustBeCommand(command, context)
  const release = { needed: false, by: releasedBy }
  const finding = { context, tally: new Tally(), release }
  const rehearsed = await rehearse(entry, id, args, finding)
  if (count > rehearsed) await judgeNotRehearsed(entry, id, args, finding)
  const waits = release.needed && !releasedBy
  const blocker = blockerOf(entry, count, context) ?? (waits ? new Refusal('second_person_needed') : null)
  const [only] =
    count === 1
      ? await context.tx
          .select()
          .from(batchItemRows)
          .where(and(eq(batchItemRows.batchId, id), eq(batchItemRows.seq, 1)))
      : []
  const { eligible, refused, sums, effects } = finding.tally
  return {
    id,
    command,
    changes: null,
    args: withoutSecrets(entry, args),
    matched: count,
    eligible,
    refused,
    sums,
    effects,
    rehearsed,
    blocker: blocker && {
      fault: blocker.fault,
      msg: context.t(`faults.${blocker.fault}`, blocker.values),
      // whoever holds the right that is missing may release it
      askable: true,
    },
    headroom: await limitsLeft(entry, context),
    at: toInstant(context.now),
    version: only ? (only.version as Version) : null, // read from a row's own version
  }
}

/** Freezes a selection and finds out what a command would do to it. */
export async function preview(wanted: BatchRequest, context: Context): Promise<Preview> {
  const frozen = await snapshotSelection(mustBeCommand(wanted.command, context), wanted, context)
  return estimate({ ...frozen, command: wanted.command, args: wanted.args }, context)
}
