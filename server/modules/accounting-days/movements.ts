import { type SQL, sql } from 'drizzle-orm'
import type { JournalKind } from '#contract/journal.ts'
import { adjustmentKinds } from '#contract/settlement-items.ts'
import { type Clock, localDay } from '#server/kernel/base/clock.ts'

/** Orders whose movements are read: those behind one id, up to and including another; or some, by their ids. */
export type LoanSet = { readonly after: string; readonly upTo: string } | { readonly ids: readonly string[] }

/** A part of the union: what one kind of document has moved. What is not said is nothing. */
interface Movement {
  readonly kind: JournalKind | SQL
  /** What makes it one, where a document has several. */
  readonly suffix?: SQL
  readonly document: SQL
  readonly loan: SQL
  readonly currency: SQL
  readonly valueOn: SQL
  readonly bookedOn: SQL
  readonly principal?: SQL
  readonly interest?: SQL
  readonly fee?: SQL
  readonly penalty?: SQL
  readonly cash?: SQL
  readonly gst?: SQL
  readonly extension?: SQL
  readonly overpaid?: SQL
  readonly cleared?: SQL
  readonly from: SQL
}

const none = sql`0`

const movement = ({ kind, suffix, ...part }: Movement): SQL => {
  const named = typeof kind === 'string' ? sql`${kind}::text` : kind
  return sql`select ${named} || ':' || ${part.document}${suffix ? sql` || ':' || ${suffix}` : sql``} as id, ${named} as kind,
    ${part.document} as document_id, ${part.loan} as loan_id, ${part.currency} as currency, ${part.valueOn} as value_on,
    ${part.bookedOn} as booked_on, ${part.principal ?? none}::bigint as principal, ${part.interest ?? none}::bigint as interest,
    ${part.fee ?? none}::bigint as fee, ${part.penalty ?? none}::bigint as penalty, ${part.cash ?? none}::bigint as cash,
    ${part.gst ?? none}::bigint as gst, ${part.extension ?? none}::bigint as extension,
    ${part.overpaid ?? none}::bigint as overpaid, ${part.cleared ?? none}::bigint as cleared from ${part.from}`
}

/** Whether an order is one of these. */
export const isOneOf = (column: SQL, loans: LoanSet): SQL =>
  'ids' in loans
    ? sql`${column} = any(${sql.param([...loans.ids])}::text[])`
    : sql`${column} > ${loans.after} and ${column} <= ${loans.upTo}`
/** When a payment `p` was written down. */
export const paymentBooked = sql`greatest(p.created_at, p.completed_at, p.booked_at)`
const atDue = sql`l.terms->>'feeMode' = 'atDue'`
/** What an order was charged as it was paid out: its plans charge something else once it has ended early. */
const feeAtFirst = sql`case when l.external_id is not null then a.fee when ${atDue} then l.fee_minor + l.gst_minor else 0 end`

/** What the plans of each order charge now, and what was set off of their principal: a fee that was given back. */
const accounts = (
  loans: LoanSet,
): SQL => sql`select loan_id, sum(charged_fee) as fee, sum(charged_interest) as interest,
  sum(discounted_principal) as refund from plans where ${isOneOf(sql`loan_id`, loans)} group by loan_id`

/** Orders, and what became of their plans. */
function ofOrders(loans: LoanSet, clock: Clock): SQL[] {
  const day = localDay(sql`l.disbursed_at`, clock)
  const order = { document: sql`l.id`, loan: sql`l.id`, currency: sql`l.currency`, valueOn: day, bookedOn: day }
  const opened = sql`loans l join accounts a on a.loan_id = l.id where ${isOneOf(sql`l.id`, loans)}
    and l.disbursed_at is not null`
  const left = (of: 'principal' | 'interest' | 'fee' | 'penalty') => {
    const column = (entry: string) => sql.raw(`x.${entry}_${of}`)
    return sql`-sum(${column('charged')} - ${column('paid')} - ${column('reduced')} - ${column('discounted')} - ${column('lost')})`
  }
  const moved = sql`min(coalesce(c.disbursed_at, x.settled_at))`
  return [
    movement({
      ...{ ...order, kind: 'disbursement', principal: sql`l.amount_minor`, interest: sql`l.interest_minor` },
      ...{ fee: feeAtFirst, cash: sql`-l.received_minor`, gst: sql`l.gst_minor` },
      from: sql`${opened} and l.kind = 'regular'`,
    }),
    movement({
      ...{ ...order, kind: 'carryOver', principal: sql`l.amount_minor`, interest: sql`l.interest_minor` },
      from: sql`${opened} and l.kind = 'extension'`,
    }),
    movement({
      ...{ kind: 'extension', document: sql`x.loan_id`, loan: sql`x.loan_id`, currency: sql`min(x.currency)` },
      ...{ valueOn: localDay(moved, clock), bookedOn: localDay(moved, clock), principal: left('principal') },
      ...{ interest: left('interest'), fee: left('fee'), penalty: left('penalty') },
      from: sql`plans x left join loans c on c.parent_id = x.loan_id
        where ${isOneOf(sql`x.loan_id`, loans)} and x.state = 'extended' group by x.loan_id`,
    }),
    movement({
      ...{ kind: 'penalty', document: sql`n.plan_id`, suffix: sql`n.date`, loan: sql`x.loan_id` },
      ...{ currency: sql`x.currency`, valueOn: sql`n.date`, bookedOn: sql`n.date`, penalty: sql`n.amount_minor` },
      from: sql`plans x join penalties n on n.plan_id = x.id where ${isOneOf(sql`x.loan_id`, loans)}`,
    }),
  ]
}

/** Payments, and what they have changed of what was charged. */
function ofPayments(loans: LoanSet, clock: Clock): SQL[] {
  const payment = { document: sql`p.id`, loan: sql`p.loan_id`, currency: sql`p.currency` }
  const days = { valueOn: localDay(sql`p.completed_at`, clock), bookedOn: localDay(paymentBooked, clock) }
  const theirs = sql`p.state = 'success' and ${isOneOf(sql`p.loan_id`, loans)}`
  return [
    movement({
      ...{ ...payment, ...days, kind: sql`(case when p.kind = 'reversal' then 'reversal' else 'repayment' end)` },
      ...{ principal: sql`-coalesce(s.principal, 0)`, interest: sql`-coalesce(s.interest, 0)` },
      ...{ fee: sql`-coalesce(s.fee, 0)`, penalty: sql`-coalesce(s.penalty, 0)`, cash: sql`p.amount_minor` },
      ...{ extension: sql`p.extension_minor`, overpaid: sql`p.unapplied_minor` },
      from: sql`payments p left join lateral (select sum(paid_principal) as principal, sum(paid_interest) as interest,
          sum(paid_fee) as fee, sum(paid_penalty) as penalty from allocations where payment_id = p.id) s on true
        where ${theirs}`,
    }),
    movement({
      ...{ ...payment, ...days, kind: 'penaltyCorrection', penalty: sql`n.minor` },
      from: sql`payments p cross join lateral (select sum(k.amount_minor) as minor from plans x
          join penalty_corrections k on k.plan_id = x.id where x.loan_id = p.loan_id and k.payment_id = p.id) n
        where ${theirs} and n.minor <> 0`,
    }),
    // one at most: where there were payments before, nothing is changed
    movement({
      ...{ ...payment, ...days, kind: 'earlySettlement', interest: sql`a.interest - l.interest_minor` },
      ...{ fee: sql`a.fee - (${feeAtFirst})`, principal: sql`-a.refund` },
      from: sql`(select distinct on (loan_id) * from payments p
          where ${theirs} and p.kind = 'early' and p.amount_minor > p.unapplied_minor order by loan_id, created_at, id) p
        join loans l on l.id = p.loan_id join accounts a on a.loan_id = l.id`,
    }),
  ]
}

/** What was let off, lapsed again, or given up. */
function ofRelief(loans: LoanSet, clock: Clock): SQL[] {
  const reduction = { document: sql`r.id`, loan: sql`r.loan_id`, currency: sql`r.currency` }
  const relief = (sign: SQL) => ({
    ...{ principal: sql`${sign} * r.relief_principal`, interest: sql`${sign} * r.relief_interest` },
    ...{ fee: sql`${sign} * r.relief_fee`, penalty: sql`${sign} * r.relief_penalty` },
  })
  const passed = sql`reductions r where r.state = 'passed' and ${isOneOf(sql`r.loan_id`, loans)}`
  const [passedOn, lostOn] = [localDay(sql`r.audited_at`, clock), localDay(sql`min(o.at)`, clock)]
  const usedOn = localDay(sql`c.used_at`, clock)
  return [
    movement({
      ...{ ...reduction, ...relief(sql`-1`), kind: 'reduction', valueOn: passedOn, bookedOn: passedOn },
      from: passed,
    }),
    movement({
      ...{ ...reduction, ...relief(sql`1`), kind: 'reductionLapse' },
      ...{ valueOn: sql`r.valid_until + 1`, bookedOn: sql`r.valid_until + 1` },
      from: sql`${passed} and r.fate = 'lapsed'`,
    }),
    movement({
      ...{ kind: 'discount', document: sql`c.id`, loan: sql`c.loan_id`, currency: sql`l.currency`, valueOn: usedOn },
      bookedOn: sql`coalesce((select ${localDay(paymentBooked, clock)} from payments p
        where p.loan_id = c.loan_id and p.link_id = c.link_id and p.state = 'success' order by p.id limit 1), ${usedOn})`,
      ...{ interest: sql`c.discount_penalty_minor - c.discount_minor`, penalty: sql`-c.discount_penalty_minor` },
      from: sql`coupons c join loans l on l.id = c.loan_id
        where c.state = 'used' and c.discount_minor > 0 and ${isOneOf(sql`c.loan_id`, loans)}`,
    }),
    movement({
      ...{ kind: 'writeOff', loan: sql`o.loan_id`, currency: sql`min(x.currency)`, valueOn: lostOn, bookedOn: lostOn },
      document: sql`coalesce((select max(w.id) from write_offs w
        where w.loan_id = o.loan_id and w.state = 'passed' and w.loss_minor > 0), o.loan_id)`,
      ...{ principal: sql`-sum(o.lost_principal)`, interest: sql`-sum(o.lost_interest)` },
      ...{ fee: sql`-sum(o.lost_fee)`, penalty: sql`-sum(o.lost_penalty)` },
      from: sql`losses o join plans x on x.id = o.plan_id where ${isOneOf(sql`o.loan_id`, loans)} group by o.loan_id`,
    }),
  ]
}

/**
 * Movements of these orders, one for each document that has moved something: with the day it was booked on, and the day it
 * counts for. A query that `with` can name.
 */
export function movementsOf(loans: LoanSet, clock: Clock): SQL {
  const parts = [...ofOrders(loans, clock), ...ofPayments(loans, clock), ...ofRelief(loans, clock)]
  return sql`with accounts as materialized (${accounts(loans)})
    select * from (${sql.join(parts, sql` union all `)}) moved
    where (principal, interest, fee, penalty, cash, gst, extension, overpaid) <> (0, 0, 0, 0, 0, 0, 0, 0)`
}

/** What gateways keep and take back, by the lines that condition `which` finds of the reports that were taken in (`i`, `r`). */
const ofItems = (which: SQL): SQL => sql`settlement_items i join settlement_reports r on r.id = i.report_id
  join provider_configs g on g.id = i.config_id join providers v on v.id = g.provider_id
  where i.match <> 'duplicate' and ${which}`

/**
 * Movements of the lines of one report: what the gateway keeps with its GST, and what it took back or gave back. They belong to no
 * order; they are booked on the day that the file was taken in, and count for the one on which the gateway has settled.
 */
export function movementsOfReport(reportId: string, clock: Clock): SQL {
  const bookedOn = localDay(sql`r.created_at`, clock)
  const item = { document: sql`i.id`, loan: sql`null::text`, currency: sql`i.currency`, bookedOn }
  const isPayout = sql`v.kind = 'payout'`
  const costs = movement({
    ...{ ...item, kind: sql`(case when ${isPayout} then 'payoutFee' else 'collectionFee' end)` },
    valueOn: sql`least(coalesce(i.settled_on, i.completed_on), ${bookedOn})`,
    ...{ cash: sql`-(i.fee_minor + i.gst_minor)`, gst: sql`-i.gst_minor` },
    from: ofItems(sql`i.report_id = ${reportId} and i.fee_minor + i.gst_minor <> 0`),
  })
  const back = movement({
    ...{ ...item, kind: sql`(case when ${isPayout} then 'payoutReturn' else 'collectionRefund' end)` },
    valueOn: sql`least(i.completed_on, ${bookedOn})`,
    cash: sql`case when ${isPayout} then -i.amount_minor else i.amount_minor end`,
    from: ofItems(sql`i.report_id = ${reportId} and i.kind = 'refund'`),
  })
  const adjusted = movement({
    ...{ ...item, kind: sql`(case when ${isPayout} then 'payoutAdjustment' else 'collectionAdjustment' end)` },
    valueOn: sql`least(coalesce(i.settled_on, i.completed_on), ${bookedOn})`,
    cash: sql`i.amount_minor`,
    from: ofItems(sql`i.report_id = ${reportId} and i.kind = 'adjustment'`),
  })
  return sql`${costs} union all ${back} union all ${adjusted}`
}

/** Movements of refunds whose payment was reversed in our book: what they took is cleared. Booked once both are there. */
export function movementsOfRefunds(clock: Clock): SQL {
  const bookedOn = localDay(sql`greatest(r.created_at, c.created_at)`, clock)
  return movement({
    ...{ kind: 'refundMatched', document: sql`i.id`, loan: sql`null::text`, currency: sql`i.currency` },
    ...{ valueOn: sql`least(i.completed_on, ${bookedOn})`, bookedOn, cash: sql`-i.amount_minor` },
    from: sql`settlement_items i join settlement_reports r on r.id = i.report_id
      join payment_reversals x on x.payment_id = i.document_id join payments c on c.id = x.contra_id
      where i.kind = 'refund' and i.match = 'matched'`,
  })
}

/**
 * Movements of adjustments that somebody has explained since then: what they were leaves the clearing account on the day that
 * was said, for the account of the reason.
 */
export function movementsOfExplained(since: string | null, clock: Clock): SQL {
  const day = localDay(sql`i.explained_at`, clock)
  const kinds = Object.entries(adjustmentKinds).map(([reason, kind]) => sql`when ${reason} then ${kind}`)
  const known = Object.keys(adjustmentKinds)
  return movement({
    kind: sql`(case i.reason ${sql.join(kinds, sql` `)} end)`,
    ...{ document: sql`i.id`, loan: sql`null::text`, currency: sql`i.currency`, valueOn: day, bookedOn: day },
    cleared: sql`-i.amount_minor`,
    from: ofItems(sql`i.kind = 'adjustment' and i.state = 'explained' and i.reason in ${known}
      and i.explained_at >= ${since ?? '1000-01-01'}::timestamptz`),
  })
}
