import { type SQL, sql } from 'drizzle-orm'

/**
 * Common table expressions that hold lines against our book: `candidates` is every document that a line may mean, `best` the one
 * it does, `judged` the line with what it was found to be. Each step is a join, so that the database chooses how. A line means
 * what it names by our id, else by what the gateway calls it, else by UTR; of several, one that has succeeded. An adjustment
 * means none: whoever looks says what it is.
 * @param lines a query of `id, line, kind, side, config_id, gateway_ref, own_ref, utr, amount_minor, currency`; `side` is the kind
 *   of the gateway.
 */
export function judged(lines: SQL): SQL {
  const payment = sql`p.id, p.loan_id, p.state, p.amount_minor, p.currency`
  const ofPayments = sql`n.side = 'collection' and n.kind <> 'adjustment' and p.kind <> 'reversal'`
  const ofPayouts = sql`n.side = 'payout' and n.kind <> 'adjustment'`
  return sql`lines as materialized (${lines}),
    candidates (item, rank, document_id, loan_id, state, amount_minor, currency) as (
      select n.id, 1, ${payment} from lines n join payments p on p.id = n.own_ref where ${ofPayments}
      union all select n.id, 2, ${payment} from lines n join payment_links l on l.id = n.own_ref
        join payments p on p.loan_id = l.loan_id and p.link_id = l.id where ${ofPayments}
      union all select n.id, 3, ${payment} from lines n join payments p on p.platform_ref = n.gateway_ref collate "default"
        and p.channel in ('eWallet', 'bankTransfer', 'link', 'offline') where ${ofPayments}
      union all select n.id, 4, ${payment} from lines n join payments p on p.utr = n.utr collate "default" where ${ofPayments}
      union all select n.id, 1, ${payment} from lines n join payouts p on p.id = n.own_ref where ${ofPayouts}
      union all select n.id, 3, ${payment} from lines n join payouts p on p.channel_ref = n.gateway_ref collate "default"
        where ${ofPayouts}
      union all select n.id, 4, ${payment} from lines n join payouts p on p.utr = n.utr collate "default" where ${ofPayouts}),
    best as (select distinct on (item) * from candidates
      order by item, rank, (state = 'success') desc, document_id),
    found as (select n.*, b.document_id, b.loan_id,
        case when n.kind = 'refund' then c.currency when b.state = 'success' then b.currency end as booked_currency,
        case when n.kind = 'refund' then c.amount_minor when b.state = 'success' then b.amount_minor end as booked_minor,
        row_number() over (partition by n.kind, b.document_id order by n.line, n.id) as nth
      from lines n left join best b on b.item = n.id
        left join payment_reversals r on n.kind = 'refund' and r.payment_id = b.document_id and r.state = 'done'
        left join payments c on c.id = r.contra_id),
    judged as (select f.*, case
        when exists (select from settlement_items o where o.gateway_ref = f.gateway_ref and o.config_id = f.config_id
            and o.kind = f.kind and o.id <> f.id and o.report_id is not null and o.match <> 'duplicate')
          or (f.kind <> 'refund' and f.document_id is not null and (f.nth > 1
            or exists (select from settlement_items o where o.document_id = f.document_id and o.kind = f.kind
              and o.id <> f.id and o.report_id is not null and o.match <> 'duplicate')))
          then 'duplicate'
        when f.document_id is null then 'unknown'
        when f.booked_minor is null then 'stateDiffers'
        when f.booked_minor <> f.amount_minor or f.booked_currency <> f.currency then 'amountDiffers'
        else 'matched' end as match
      from found f)`
}

/** What the book has of a line that was judged: nothing, where it is settled by another line already. */
export const bookedOf = sql`case when j.match <> 'duplicate' and j.booked_currency = j.currency then j.booked_minor end`
