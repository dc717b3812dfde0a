import { sql } from 'drizzle-orm'
import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type MatchResult, type SettlementKind, settlementItem } from '#contract/settlement-items.ts'
import { type Clock, localDay } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, nextId, takeNumbers } from '#server/kernel/base/ids.ts'
import { environmentKinds } from '#server/modules/provider-configs/steps.ts'
import { bookedOf, judged } from './match.ts'

/** A line of a settlement report, as it was read. */
export interface SettlementLine {
  readonly line: number
  readonly kind: SettlementKind
  readonly gatewayRef: string
  readonly ownRef: string | null
  readonly utr: string | null
  readonly amountMinor: number
  readonly feeMinor: number
  readonly gstMinor: number
  readonly netMinor: number
  readonly completedOn: LocalDate
  readonly settledOn: LocalDate | null
  readonly settlementUtr: string | null
}

/** The report that lines stand in. */
export interface ReportOfLines {
  readonly id: IdOf<'settlementReport'>
  readonly configId: IdOf<'providerConfig'>
  /** The kind of the gateway. */
  readonly side: 'collection' | 'payout'
  readonly currency: Currency
  readonly today: LocalDate
  readonly now: Date
}

/** How many lines were found to be what. */
export type MatchCounts = Readonly<Partial<Record<MatchResult, number>>>

/** Whoever matches waits for whoever does already: no line is missed by both, and no document listed twice. */
export const lockSettlements = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settlements', 0))`)

const columns = sql.raw(
  [
    ...(['id', 'state', 'match', 'kind', 'config_id', 'report_id', 'line', 'gateway_ref', 'own_ref', 'utr'] as const),
    ...(['currency', 'amount_minor', 'booked_minor', 'fee_minor', 'gst_minor', 'net_minor', 'completed_on'] as const),
    ...(['settled_on', 'settlement_utr', 'document_id', 'loan_id', 'created_at'] as const),
  ].join(', '),
)
/** What the line of a later file says of a document that was missing. */
const told = [
  ...(['match', 'report_id', 'line', 'gateway_ref', 'own_ref', 'utr', 'amount_minor', 'booked_minor'] as const),
  ...(['fee_minor', 'gst_minor', 'net_minor', 'completed_on', 'settled_on', 'settlement_utr', 'config_id'] as const),
]
const overwrite = sql.raw(told.map((column) => `${column} = excluded.${column}`).join(', '))

/**
 * Writes the lines of a report, each with what it was found to be: one statement, whatever their number. A line that names what
 * was missing before takes its place. Answers how many were found to be what, and how many were left before and match now.
 */
export async function addLines(
  tx: Db,
  lines: readonly SettlementLine[],
  { id, configId, side, currency, today, now }: ReportOfLines,
): Promise<{ counts: MatchCounts; closed: number }> {
  const numbers = await takeNumbers(tx, settlementItem.ids, lines.length)
  const numbered = lines.map((line, i) => ({ ...line, id: idOf(settlementItem.ids, today, numbers[i]!) }))
  const given = sql`select n.id collate "C" as id, n.line, n.kind, ${side}::text as side, ${configId}::text collate "C" as config_id,
      n."gatewayRef" collate "C" as gateway_ref, n."ownRef" collate "C" as own_ref, n.utr collate "C" as utr,
      n."amountMinor" as amount_minor, ${currency}::text as currency, n."feeMinor" as fee_minor, n."gstMinor" as gst_minor,
      n."netMinor" as net_minor, n."completedOn" as completed_on, n."settledOn" as settled_on,
      n."settlementUtr" as settlement_utr
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) n (id text, line int, kind text, "gatewayRef" text,
      "ownRef" text, utr text, "amountMinor" bigint, "feeMinor" bigint, "gstMinor" bigint, "netMinor" bigint,
      "completedOn" date, "settledOn" date, "settlementUtr" text)`
  const found = await rowsOf<{ match: MatchResult; count: number; closed: number }>(
    tx,
    sql`with ${judged(given)}, written as (
        insert into settlement_items (${columns})
        select coalesce(m.id, j.id), case when j.match = 'matched' then 'matched' else 'open' end, j.match, j.kind,
          j.config_id, ${id}, j.line, j.gateway_ref, j.own_ref, j.utr, j.currency, j.amount_minor, ${bookedOf},
          j.fee_minor, j.gst_minor, j.net_minor, j.completed_on, j.settled_on, j.settlement_utr, j.document_id, j.loan_id,
          ${now.toISOString()}::timestamptz
        from judged j left join settlement_items m on m.match = 'missing' and m.document_id = j.document_id
          and m.kind = j.kind and j.match <> 'duplicate'
        on conflict (id) do update set ${overwrite},
          state = case when excluded.match = 'matched' then 'matched' else settlement_items.state end
        returning id, match)
      select w.match, count(*)::int as count, (count(*) filter (where n.id is null and w.match = 'matched'))::int as closed
      from written w left join lines n on n.id = w.id group by w.match`,
  )
  const counts = Object.fromEntries(found.map(({ match, count }) => [match, count]))
  return { counts, closed: found.reduce((sum, one) => sum + one.closed, 0) }
}

/**
 * Holds what is left of files against our book once more: documents may have come late. Only what has matched nothing is read,
 * never the rest. Where it is found to be what was listed as missing, that is no row of its own any more. Answers how many match now.
 */
export async function matchLeft(tx: Db): Promise<number> {
  const left = sql`select i.id, i.line, i.kind, v.kind as side, i.config_id, i.gateway_ref, i.own_ref, i.utr, i.amount_minor,
      i.currency
    from settlement_items i join provider_configs g on g.id = i.config_id join providers v on v.id = g.provider_id
    where i.state <> 'matched' and i.match in ('unknown', 'amountDiffers', 'stateDiffers')`
  const changed = await rowsOf<{ match: MatchResult }>(
    tx,
    sql`with ${judged(left)}
      update settlement_items i set match = j.match, document_id = j.document_id, loan_id = j.loan_id,
        booked_minor = ${bookedOf}, state = case when j.match = 'matched' then 'matched' else i.state end
      from judged j where j.id = i.id and (i.match, i.document_id, i.booked_minor)
        is distinct from (j.match, j.document_id, ${bookedOf})
      returning i.match`,
  )
  if (changed.length > 0) {
    await tx.execute(sql`delete from settlement_items m using settlement_items i
      where m.match = 'missing' and i.document_id = m.document_id and i.kind = m.kind and i.report_id is not null
        and i.match <> 'duplicate'`)
  }
  return changed.filter(({ match }) => match === 'matched').length
}

/** Business days, the first and the last. */
export interface DaySpan {
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * Lists what our book has of these days and no line names, as far as a file of its gateway covers the day: payments and
 * pay-outs that have succeeded. What went by no configuration went by that of the environment. Answers how many are new.
 */
export async function addMissing(
  tx: Db,
  { from, to }: DaySpan,
  { country, now }: Pick<Clock, 'country' | 'now'>,
): Promise<number> {
  const within = (column: string) => sql`${sql.raw(column)} >= ${startOfDay(from, country)}::timestamptz
    and ${sql.raw(column)} < ${startOfDay(addDays(to, 1), country)}::timestamptz`
  const added = await rowsOf<{ id: string }>(
    tx,
    sql`with documents as (
        select p.id, p.loan_id, p.amount_minor, p.currency, p.utr, p.platform_ref as ref, 'collection' as kind,
          coalesce(l.config_id, ${environmentKinds.collection.id}) as config_id,
          ${localDay(sql`p.completed_at`, { country })} as day
        from payments p left join payment_links l on l.id = p.link_id
        where p.state = 'success' and p.kind <> 'reversal' and p.platform_ref is not null and ${within('p.completed_at')}
        union all
        select p.id, p.loan_id, p.amount_minor, p.currency, p.utr, p.channel_ref, 'payout',
          coalesce(p.config_id, ${environmentKinds.payout.id}), ${localDay(sql`p.resolved_at`, { country })}
        from payouts p where p.state = 'success' and ${within('p.resolved_at')})
      insert into settlement_items (id, state, match, kind, config_id, gateway_ref, utr, currency, booked_minor,
        completed_on, document_id, loan_id, created_at)
      select ${nextId(settlementItem.ids, sql`d.day`)}, 'open', 'missing', d.kind, d.config_id, d.ref, d.utr, d.currency, d.amount_minor, d.day, d.id, d.loan_id,
        ${now().toISOString()}::timestamptz
      from documents d
      where exists (select from settlement_reports r where r.config_id = d.config_id and d.day between r.from_day and r.to_day)
        and not exists (select from settlement_items i where i.document_id = d.id and i.kind = d.kind)
      returning id`,
  )
  return added.length
}
