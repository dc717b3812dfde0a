import { createHash } from 'node:crypto'
import { and, eq, lte, sql } from 'drizzle-orm'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { settlementReport } from '#contract/settlement-reports.ts'
import { localDay, localMidnight } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { environmentKinds } from '#server/modules/provider-configs/steps.ts'
import { addLines, addMissing, type SettlementLine } from '#server/modules/settlement-items/steps.ts'
import { settlementItemRows } from '#server/modules/settlement-items/store.ts'
import { settlementReportRows } from '#server/modules/settlement-reports/store.ts'
import { scaled } from '#server/seed/countries/pack.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { SeedContext } from '#server/seed/history/context.ts'

/** Files are there of so many days, up to yesterday. */
const days = 14
/** What was left for longer has been explained. */
const explainedAfter = 8
/** When a file is taken in on the day after, in minutes. */
const readAtMinute = 9 * 60 + 20

type Side = 'collection' | 'payout'

/** A document of the book that a gateway has settled: or that failed there, and here. */
interface Settled {
  readonly side: Side
  readonly ref: string
  readonly utr: string | null
  readonly minor: number
  readonly day: LocalDate
  readonly hasFailed: boolean
}

/** What gateways have settled in these days. Of what has failed, one a day is enough. */
function settledOf(db: Db, { country, today }: SeedContext): Promise<Settled[]> {
  const from = localMidnight(sql`${addDays(today, -days)}::date`, { country })
  const until = localMidnight(sql`${today}::date`, { country })
  const dayOf = (column: string) => localDay(sql.raw(column), { country })
  return rowsOf<Settled>(
    db,
    sql`select 'collection' as side, platform_ref as ref, utr, amount_minor as minor, ${dayOf('completed_at')}::text as day,
        false as "hasFailed" from payments
      where state = 'success' and kind <> 'reversal' and platform_ref is not null and completed_at >= ${from} and completed_at < ${until}
      union all select 'payout', channel_ref, utr, amount_minor, ${dayOf('resolved_at')}::text, false from payouts
      where state = 'success' and channel_ref is not null and resolved_at >= ${from} and resolved_at < ${until}
      union all (select distinct on (${dayOf('created_at')}) 'collection', platform_ref, utr, amount_minor, ${dayOf('created_at')}::text,
        true from payments where state = 'fail' and platform_ref is not null and created_at >= ${from} and created_at < ${until}
        order by ${dayOf('created_at')}, id)
      order by side, day, ref`,
  )
}

/** What a file gets wrong: on how many days ago. Everything else in it is as the book has it. */
const slips = {
  collection: { amount: [2, 11], unknown: [3, 9], missing: [1, 6], duplicate: [5], failed: [4], refund: [7] },
  payout: { amount: [4], unknown: [], missing: [2], duplicate: [], failed: [], refund: [] },
} as const satisfies Record<Side, Record<string, readonly number[]>>

const gstPercent = 18

/** Lines of the file of one day. */
function linesOf(side: Side, day: LocalDate, all: readonly Settled[], context: SeedContext): SettlementLine[] {
  const wrong = slips[side]
  const ago = context.ago(day)
  const has = (slip: keyof typeof wrong) => (wrong[slip] as readonly number[]).includes(ago)
  const own = all.filter((one) => one.side === side && !one.hasFailed)
  const todays = own.filter((one) => one.day === day)
  const [first, second] = todays
  const failed = all.find((one) => one.hasFailed && one.day === day)
  const earlier = own.findLast((one) => one.day === addDays(day, -1))
  const charge = (minor: number) => (side === 'payout' ? scaled(500, context.pack) : Math.round(minor / 50))
  const line = (ref: string, minor: number, more: Partial<SettlementLine> = {}): Omit<SettlementLine, 'line'> => {
    const feeMinor = charge(Math.abs(minor))
    const gstMinor = Math.round((feeMinor * gstPercent) / 100)
    const costs = side === 'payout' ? -(feeMinor + gstMinor) : feeMinor + gstMinor
    return {
      ...{ kind: side, gatewayRef: ref, ownRef: null, utr: null, amountMinor: minor, feeMinor, gstMinor },
      ...{ netMinor: minor - costs, completedOn: day, settledOn: addDays(day, 1) },
      ...{ settlementUtr: `SETL${side === 'payout' ? 'P' : 'C'}${day.replaceAll('-', '')}`, ...more },
    }
  }
  const less = scaled(1_000, context.pack)
  const told = todays
    .filter((one) => !(has('missing') && one === first))
    .map((one) => line(one.ref, has('amount') && one === second ? one.minor - less : one.minor, { utr: one.utr }))
  const others = [
    ...(has('unknown') ? [line(`XR${day.replaceAll('-', '')}`, scaled(50_000, context.pack))] : []),
    ...(has('duplicate') && earlier ? [line(earlier.ref, earlier.minor, { utr: earlier.utr })] : []),
    ...(has('failed') && failed ? [line(failed.ref, failed.minor)] : []),
    ...(has('refund') && first ? [line(first.ref, -first.minor, { kind: 'refund' })] : []),
  ]
  return [...told, ...others].map((one, i) => ({ ...one, line: i + 2 }))
}

const sumOf = (lines: readonly SettlementLine[], of: 'amountMinor' | 'feeMinor' | 'gstMinor' | 'netMinor') =>
  lines.reduce((sum, line) => sum + line[of], 0)

interface DemoFile {
  readonly side: Side
  readonly day: LocalDate
  readonly lines: readonly SettlementLine[]
}

/** Takes in the file of a day, as operations did on the next. */
async function addReport(db: Db, { side, day, lines }: DemoFile, context: SeedContext): Promise<void> {
  const { currency } = context
  const configId = environmentKinds[side].id as IdOf<'providerConfig'> // named there
  const [readOn, now] = [addDays(day, 1), context.at(addDays(day, 1), readAtMinute)]
  const id = await newId(db, settlementReport.ids, readOn)
  const file = `${side === 'payout' ? 'payouts' : 'settlement'}-${day}.csv`
  await db.insert(settlementReportRows).values({
    ...{ id, configId, file, digest: createHash('sha256').update(file).digest('hex'), fromDay: day, toDay: day },
    ...{ lines: lines.length, currency, amountMinor: sumOf(lines, 'amountMinor'), feeMinor: sumOf(lines, 'feeMinor') },
    ...{
      gstMinor: sumOf(lines, 'gstMinor'),
      netMinor: sumOf(lines, 'netMinor'),
      readBy: staffId('ops'),
      createdAt: now,
    },
  })
  await addLines(db, lines, { id, configId, side, currency, today: readOn, now })
}

/** Adds files of the gateways of the demo, with what is left of them: a few of each kind, those from before explained. */
export async function addSettlements(db: Db, context: SeedContext): Promise<void> {
  const { today, country, now } = context
  const all = await settledOf(db, context)
  for (const side of ['collection', 'payout'] as const) {
    for (let ago = days; ago >= 1; ago--) {
      const day = addDays(today, -ago)
      const lines = linesOf(side, day, all, context)
      if (lines.length > 0) await addReport(db, { side, day, lines }, context)
    }
  }
  await addMissing(db, { from: addDays(today, -days), to: addDays(today, -1) }, { country, now: () => now })
  const { state, completedOn } = settlementItemRows
  await db
    .update(settlementItemRows)
    .set({ state: 'explained', reason: 'gatewayCorrects', explainedBy: staffId('ops'), explainedAt: now })
    .where(and(eq(state, 'open'), lte(completedOn, addDays(today, -explainedAfter))))
}
