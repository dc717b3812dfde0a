import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { daysBetween } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { settlementReport, type TakenReport } from '#contract/settlement-reports.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  addLines,
  addMissing,
  lockSettlements,
  matchLeft,
  type SettlementLine,
} from '#server/modules/settlement-items/steps.ts'
import { sideOf } from './gateways.ts'
import { readSettlement } from './sheet.ts'
import { settlementReportRows as rows } from './store.ts'

/** What a file is of: the gateway's configuration, and the business days that it tells everything of. */
interface ReportAbout {
  readonly configId: IdOf<'providerConfig'>
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Longest period of one file. */
const daysMax = 31

/** @throws Refusal `period_reversed`, `period_too_long`, `paid_in_future`. */
function mustBeDays({ from, to }: ReportAbout, today: LocalDate): void {
  if (from > to) throw new Refusal('period_reversed', undefined, { field: 'to' })
  if (daysBetween(from, to) >= daysMax) throw new Refusal('period_too_long', { max: daysMax }, { field: 'to' })
  if (to > today) throw new Refusal('paid_in_future', undefined, { field: 'to' })
}

/** What a file is known by, whatever it is called. @throws Refusal `report_known`, naming what it was taken in as. */
async function mustBeNew(tx: Db, path: string): Promise<string> {
  const digest = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  const [known] = await tx.select({ id: rows.id, file: rows.file }).from(rows).where(eq(rows.digest, digest))
  if (known) throw new Refusal('report_known', { ...known })
  return digest
}

/** A file of other days was chosen, or other days of the file. @throws Refusal `report_other_days`. */
function mustBeOfDays(lines: readonly SettlementLine[], { from, to }: ReportAbout): void {
  if (lines.some(({ completedOn }) => completedOn >= from && completedOn <= to)) return
  const days = lines.map(({ completedOn }) => completedOn).toSorted()
  throw new Refusal('report_other_days', { first: days[0]!, last: days.at(-1)! }, { field: 'from' })
}

const sumOf = (lines: readonly SettlementLine[], of: 'amountMinor' | 'feeMinor' | 'gstMinor' | 'netMinor') =>
  lines.reduce((sum, line) => sum + line[of], 0)

/**
 * Takes the file of a gateway in: all of its lines, or none where a cell is wrong. Each is held against our book, and our book of
 * those days against the lines. Rehearsed, it tells what it would come to.
 * @throws Refusal for a file that is no such sheet, is known, or is of other days; InvalidInput naming line and column of
 * everything that is wrong.
 */
export async function importReport(
  about: ReportAbout,
  { path, name }: { readonly path: string; readonly name: string },
  context: Context,
): Promise<TakenReport> {
  const { tx, today, now, actor, app, note } = context
  const { configId, from, to } = about
  const { country } = app.clock
  const { currency } = countries[country]
  mustBeDays(about, today)
  const side = await sideOf(tx, configId)
  await lockSettlements(tx)
  const digest = await mustBeNew(tx, path)
  const { lines, transfers } = await readSettlement(path, { side, country, today }, context)
  mustBeOfDays(lines, about)
  const id = await newId(tx, settlementReport.ids, today)
  const sums = {
    ...{ amountMinor: sumOf(lines, 'amountMinor'), feeMinor: sumOf(lines, 'feeMinor') },
    ...{ gstMinor: sumOf(lines, 'gstMinor'), netMinor: sumOf(lines, 'netMinor') },
  }
  const report = { id, configId, file: name, digest, fromDay: from, toDay: to, lines: lines.length, currency, ...sums }
  await tx.insert(rows).values({ ...report, readBy: actor.id, createdAt: now })
  const again = await matchLeft(tx)
  const { counts, closed } = await addLines(tx, lines, { id, configId, side, currency, today, now })
  const missing = await addMissing(tx, { from, to }, { country, now: () => now })
  note({ objectId: id, input: { ...about, file: name }, after: { ...counts, transfers, missing } })
  return {
    lines: lines.length,
    ...{ amount: ofMinor(sums.amountMinor, currency), fee: ofMinor(sums.feeMinor, currency) },
    ...{ gst: ofMinor(sums.gstMinor, currency), net: ofMinor(sums.netMinor, currency) },
    ...{ matched: counts.matched ?? 0, amountDiffers: counts.amountDiffers ?? 0, unknown: counts.unknown ?? 0 },
    ...{ stateDiffers: counts.stateDiffers ?? 0, duplicate: counts.duplicate ?? 0, transfers },
    ...{ missing, closed: closed + again },
  }
}
