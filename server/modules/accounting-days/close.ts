import { eq, lte, max, min, type SQL, sql } from 'drizzle-orm'
import { accountingDay } from '#contract/accounting-days.ts'
import { documentOf, type JournalKind, journalKinds } from '#contract/journal.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import { type Clock, today } from '#server/kernel/base/clock.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { type Imbalance, type PostingSpan, postBook } from './post.ts'
import { postSettlements } from './post-settlements.ts'
import { journalEntryRows as entries, accountingDayRows as rows, type StoredAccountingDay } from './store.ts'

type DaySums = Omit<
  StoredAccountingDay,
  'id' | 'version' | 'changedBy' | 'state' | 'day' | 'differences' | 'createdAt' | 'closedAt'
>
const parts = ['penalty', 'fee', 'interest', 'principal'] as const
type BalancePart = (typeof parts)[number]
const capital = (part: BalancePart) => `${part[0]!.toUpperCase()}${part.slice(1)}` as Capitalize<BalancePart> // of plain letters

const groups = ['charged', 'paid', 'reduced', 'lost', 'moved'] as const
type Group = (typeof groups)[number]

/** Which kinds of entries an amount of a day adds up; with a minus where they take from what is owed. */
const kindsOf: Readonly<Record<Group, (part: BalancePart) => readonly JournalKind[]>> = {
  charged: (part) =>
    ({
      principal: ['disbursement'] as const,
      interest: ['disbursement', 'carryOver', 'earlySettlement'] as const,
      fee: ['disbursement', 'earlySettlement'] as const,
      penalty: ['penalty', 'penaltyCorrection'] as const,
    })[part],
  paid: () => ['repayment', 'reversal'],
  reduced: (part) => [
    'reduction',
    'reductionLapse',
    'discount',
    ...(part === 'principal' ? (['earlySettlement'] as const) : []),
  ],
  lost: () => ['writeOff'],
  moved: (part) => ['extension', ...(part === 'principal' ? (['carryOver'] as const) : [])],
}
/** Kinds of entries that orders have made: what gateways charge is no amount of a day. */
const ofOrders = journalKinds.filter((kind) => documentOf[kind] !== 'settlementItem')
const isTaken: readonly Group[] = ['paid', 'reduced', 'lost']

const sumOf = (what: SQL, kinds: readonly JournalKind[], name: string): SQL => {
  const listed = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )
  return sql`coalesce(sum(${what}) filter (where kind in (${listed})), 0)::bigint as ${sql.identifier(name)}`
}
const sums: readonly SQL[] = [
  ...groups.flatMap((group) =>
    parts.map((part) => {
      const column = sql.raw(`${isTaken.includes(group) ? '-' : ''}${part}_minor`)
      return sumOf(column, kindsOf[group](part), `${group}${capital(part)}`)
    }),
  ),
  sumOf(sql`-cash_minor`, ['disbursement'], 'paidOutMinor'),
  sumOf(sql`cash_minor`, ['repayment', 'reversal'], 'receivedMinor'),
  sumOf(
    sql`case kind when 'disbursement' then principal_minor + fee_minor + cash_minor - gst_minor else fee_minor end`,
    ['disbursement', 'earlySettlement'],
    'serviceFeeMinor',
  ),
  ...(['gst', 'extension', 'overpaid'] as const).map((name) =>
    sumOf(sql.raw(`${name}_minor`), ofOrders, `${name}Minor`),
  ),
]

/** What the entries of a day come to, by currency. */
const sumsOn = (tx: Db, day: LocalDate): Promise<DaySums[]> =>
  rowsOf<DaySums>(
    tx,
    sql`select currency, count(*)::int as entries, (count(*) filter (where late))::int as late, ${sql.join([...sums], sql`, `)}
      from ${entries} where day = ${day} group by currency order by currency`,
  )

const nothing = Object.fromEntries(
  [...groups.flatMap((group) => parts.map((part) => `${group}${capital(part)}`))].map((name) => [name, 0]),
)
/** A day of a currency that has booked nothing. */
const quiet = (currency: Currency): DaySums =>
  ({
    ...nothing,
    ...{ currency, entries: 0, late: 0, paidOutMinor: 0, receivedMinor: 0, serviceFeeMinor: 0 },
    ...{ gstMinor: 0, extensionMinor: 0, overpaidMinor: 0 },
  }) as DaySums // every sum, as just made

/** What is owed as a day begins, and as it ends. */
function balances(sum: DaySums, before: StoredAccountingDay | undefined) {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const of = capital(part)
      const opening = before?.[`closing${of}`] ?? 0
      const closing =
        opening + sum[`charged${of}`] + sum[`moved${of}`] - sum[`paid${of}`] - sum[`reduced${of}`] - sum[`lost${of}`]
      return [
        [`opening${of}`, opening],
        [`closing${of}`, closing],
      ]
    }),
  )
}

/** Where days are counted, and when one is written down. */
interface WritingDay {
  readonly country: Clock['country']
  readonly now: Date
}

/** Writes a day down, as closed or as what it is not closed for, of every currency there is. */
async function writeDay(tx: Db, day: LocalDate, differences: number, { country, now }: WritingDay): Promise<void> {
  const before = await tx
    .select()
    .from(rows)
    .where(eq(rows.day, addDays(day, -1)))
  const moved = await sumsOn(tx, day)
  const currencies = new Set([
    ...[countries[country].currency, ...before.map(({ currency }) => currency)],
    ...moved.map(({ currency }) => currency),
  ])
  const end = differences > 0 ? { state: 'open' as const } : { state: 'closed' as const, closedAt: now }
  for (const currency of currencies) {
    const sum = moved.find((one) => one.currency === currency) ?? quiet(currency)
    const balance = balances(
      sum,
      before.find((one) => one.currency === currency),
    )
    const written = { ...sum, ...balance, ...end, differences }
    const id = await newId(tx, accountingDay.ids, day)
    await tx
      .insert(rows)
      .values({ id, day, createdAt: now, ...written })
      .onConflictDoUpdate({ target: [rows.day, rows.currency], set: written, setWhere: eq(rows.state, 'open') })
  }
}

/** The first day that is to be closed, and what entries may be booked in. */
async function spanOf(db: Db, clock: Clock): Promise<PostingSpan> {
  const [closed] = await db
    .select({ day: max(rows.day) })
    .from(rows)
    .where(eq(rows.state, 'closed'))
  const from = closed?.day ? addDays(closed.day, 1) : null
  return { from, through: addDays(today(clock, clock.now()), -1) }
}

/** What a run has closed, and what it has found in the way. */
export interface CloseResult {
  readonly closed: number
  readonly imbalances: readonly Imbalance[]
}

/**
 * Closes the days that are over, the earliest first: posts what they have booked, and stops at the first day in which an order
 * does not add up. What was broken off goes on where it was; running it again does nothing.
 * @param closedAt when a day was closed, for a book that is written after the fact.
 */
export async function closeDays(
  database: Pick<Database, 'db' | 'kind' | 'idle'>,
  clock: Clock,
  closedAt: (day: LocalDate) => Date = clock.now,
): Promise<CloseResult> {
  const { db } = database
  const span = await spanOf(db, clock)
  const { from, through } = span
  if (from && from > through) return { closed: 0, imbalances: [] }
  const imbalances = await postBook(database, span, clock)
  await postSettlements(database, span, clock)
  const [first] = await db
    .select({ day: min(entries.day) })
    .from(entries)
    .where(lte(entries.day, through))
  const begin = from ?? first?.day
  if (!begin) return { closed: 0, imbalances }
  let closed = 0
  for (let day = begin; day <= through; day = addDays(day, 1)) {
    const differences = imbalances.filter((one) => one.day <= day).length
    await db.transaction(async (tx) => {
      await setSessionVariables(tx, 'closeDays')
      await writeDay(tx, day, differences, { country: clock.country, now: closedAt(day) })
    })
    if (differences > 0) break
    closed += 1
  }
  return { closed, imbalances }
}

const findingsMax = 20

/** Every night: closes yesterday, and the days before that are still open. What does not add up has the run fail, and is told. */
export const closeDaysTask: TaskRunner = async ({ database, clock, log }) => {
  const { closed, imbalances } = await closeDays(database, clock)
  for (const imbalance of imbalances) log.error(imbalance, 'closeDays')
  const findings = imbalances.slice(0, findingsMax).map(({ day: _, ...finding }) => finding)
  return { done: closed, refused: imbalances.length, ...(findings.length > 0 && { findings }) }
}
