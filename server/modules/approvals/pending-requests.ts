import { type SQL, sql } from 'drizzle-orm'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { commissionStatementRows } from '#server/modules/commission-statements/store.ts'
import { conductCheckRows } from '#server/modules/conduct-checks/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameterSql } from '#server/modules/parameters/steps.ts'
import { paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { productRows, productTermRows } from '#server/modules/products/store.ts'
import { qualityInspectionRows } from '#server/modules/quality-inspections/store.ts'
import { recoveryDisputeRows, recoveryRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'

/** What of a request that waits on its own page the inbox tells; `from` is where it stands. */
interface Waiting {
  readonly page: string
  readonly command: string
  readonly id: SQL
  readonly version: SQL
  readonly objectId: SQL
  readonly amount: SQL
  readonly currency: SQL
  readonly reason: SQL
  readonly maker: SQL
  readonly unitPath: SQL
  readonly since: SQL
  /** What its time is counted from, where that is later. */
  readonly countsFrom?: SQL
  /** What turns it down once its time is over: a call of the noun that decides, and the argument that says why. */
  readonly expiresBy: readonly [call: string, why: string]
  /** What it changes, in fields of the noun that decides. */
  readonly before: SQL
  readonly after: SQL
  readonly from: SQL
}

const waitDays = parameterSql('requests.waitDays')

/** As a part of the inbox, in the order of its columns. */
const part = (one: Waiting): SQL => sql`
  select ${one.id} as id, ${one.version} as version, 'pending' as state, ${sql.raw(`'${one.command}'`)} as command,
    ${sql.raw(`'${one.page}'`)} as page, false as decided_here, ${one.objectId} as object_id, ${one.before} as before,
    ${one.after} as after, ${sql.raw(`'${one.command.split('.')[0]}'`)} as noun, 1 as count, 1 as eligible,
    ${one.amount} as amount_minor, ${one.currency} as currency, ${one.reason} as reason, ${one.maker} as maker_id,
    ${one.unitPath} as maker_unit_path, ${one.since} as requested_at,
    ${one.countsFrom ?? one.since} + make_interval(days => ${waitDays}) as valid_until, null::text as checker_id,
    null::timestamptz as decided_at, null::text as note, null::text as batch_id
  from ${one.from}`

const unitPathOf = (maker: SQL): SQL =>
  sql`(select u.path from ${staffRows} s join ${unitRows} u on u.id = s.unit_id where s.id = ${maker})`

/** What a plan comes to before and after a reduction. */
const owed = sql`r.before_penalty + r.before_fee + r.before_interest + r.before_principal`
const left = (minor: SQL): SQL =>
  sql`jsonb_build_object('amountAfter', jsonb_build_object('minor', ${minor}, 'currency', r.currency))`

/** A card as whoever may not read its number knows it. */
const card = (name: string): SQL => {
  const of = sql.raw(name)
  return sql`jsonb_build_object('newBank', ${of}.bank, 'newAccount', '…' || ${of}.account_tail)`
}

const collectorOf = (id: SQL): SQL =>
  sql`jsonb_build_object('collector', (select jsonb_build_object('id', s.id, 'name', s.name) from ${staffRows} s where s.id = ${id}))`

/** What waits for a second person on the pages of other nouns. */
const elsewhere: readonly Waiting[] = [
  {
    ...{
      page: 'writeOffs',
      command: 'writeOffs.pass',
      id: sql`w.id`,
      version: sql`w.version`,
      objectId: sql`w.loan_id`,
    },
    ...{ amount: sql`w.amount_minor`, currency: sql`w.currency`, reason: sql`w.reason`, maker: sql`w.maker_id` },
    ...{ unitPath: sql`w.maker_unit_path`, since: sql`w.requested_at` },
    expiresBy: ['writeOffs.reject', 'note'],
    ...{ before: sql`'{}'::jsonb`, after: sql`jsonb_build_object('type', w.type)` },
    from: sql`${writeOffRows} w where w.state = 'pending'`,
  },
  {
    ...{
      page: 'reductions',
      command: 'reductions.pass',
      id: sql`r.id`,
      version: sql`r.version`,
      objectId: sql`r.loan_id`,
    },
    ...{ amount: sql`r.amount_minor`, currency: sql`r.currency`, reason: sql`r.reason`, maker: sql`r.maker_id` },
    ...{ unitPath: sql`r.maker_unit_path`, since: sql`r.requested_at` },
    expiresBy: ['reductions.reject', 'note'],
    ...{ before: left(owed), after: left(sql`${owed} - r.amount_minor`) },
    from: sql`${reductionRows} r where r.state = 'pending'`,
  },
  {
    ...{
      page: 'orderChanges',
      command: 'cardChanges.pass',
      id: sql`c.id`,
      version: sql`c.version`,
      objectId: sql`c.loan_id`,
    },
    ...{ amount: sql`l.received_minor`, currency: sql`l.currency`, reason: sql`c.reason`, maker: sql`c.maker_id` },
    ...{ unitPath: sql`c.maker_unit_path`, since: sql`c.requested_at` },
    expiresBy: ['cardChanges.reject', 'note'],
    ...{ before: card('old_card'), after: card('new_card') },
    from: sql`${cardChangeRows} c join ${loanRows} l on l.id = c.loan_id
      left join ${cardRows} old_card on old_card.id = c.old_card_id
      join ${cardRows} new_card on new_card.id = c.new_card_id where c.state = 'pending'`,
  },
  {
    ...{
      page: 'payments',
      command: 'payments.reverse',
      id: sql`p.id`,
      version: sql`p.version`,
      objectId: sql`p.loan_id`,
    },
    ...{ amount: sql`p.amount_minor`, currency: sql`p.currency`, reason: sql`b.reason`, maker: sql`b.maker_id` },
    ...{ unitPath: unitPathOf(sql`b.maker_id`), since: sql`b.asked_at` },
    expiresBy: ['payments.keep', 'reason'],
    ...{ before: sql`jsonb_build_object('reversal', 'asked')`, after: sql`jsonb_build_object('reversal', 'done')` },
    from: sql`${reversalRows} b join ${paymentRows} p on p.id = b.payment_id where b.state = 'asked'`,
  },
  {
    ...{ page: 'products', command: 'products.pass', id: sql`t.product_id || ':' || t.part`, version: sql`o.version` },
    ...{ objectId: sql`t.product_id`, amount: sql`null::bigint`, currency: sql`o.currency`, reason: sql`t.note` },
    ...{ maker: sql`t.maker_id`, unitPath: unitPathOf(sql`t.maker_id`), since: sql`t.made_at` },
    expiresBy: ['products.reject', 'note'],
    // all that waits of a product is decided at once
    countsFrom: sql`(select max(w.made_at) from ${productTermRows} w where w.product_id = t.product_id and w.state = 'pending')`,
    // told by what knows terms, not field by field
    before: sql`jsonb_build_object('value', (select f.value from ${productTermRows} f
      where f.product_id = t.product_id and f.part = t.part and f.state = 'passed' and f.effective_from <= t.effective_from
      order by f.effective_from desc, f.id desc limit 1))`,
    after: sql`jsonb_build_object('part', t.part, 'value', t.value, 'effectiveFrom', t.effective_from)`,
    from: sql`${productTermRows} t join ${productRows} o on o.id = t.product_id where t.state = 'pending'`,
  },
  {
    ...{ page: 'qualityQueue', command: 'qualityInspections.overturn', id: sql`q.id`, version: sql`q.version` },
    ...{ objectId: sql`q.loan_id`, amount: sql`null::bigint`, currency: sql`null::text`, reason: sql`q.appeal_reason` },
    ...{ maker: sql`q.reviewer_id`, unitPath: unitPathOf(sql`q.reviewer_id`), since: sql`q.appealed_at` },
    expiresBy: ['qualityInspections.uphold', 'remark'],
    ...{ before: sql`jsonb_build_object('outcome', q.outcome)`, after: sql`jsonb_build_object('outcome', 'pass')` },
    from: sql`${qualityInspectionRows} q where q.appeal = 'pending'`,
  },
  {
    ...{ page: 'conductChecks', command: 'conductChecks.overturn', id: sql`k.id`, version: sql`k.version` },
    ...{ objectId: sql`k.loan_id`, amount: sql`null::bigint`, currency: sql`null::text`, reason: sql`k.appeal_reason` },
    ...{ maker: sql`k.collector_id`, unitPath: unitPathOf(sql`k.collector_id`), since: sql`k.appealed_at` },
    expiresBy: ['conductChecks.uphold', 'remark'],
    ...{ before: sql`jsonb_build_object('outcome', k.outcome)`, after: sql`jsonb_build_object('outcome', 'pass')` },
    from: sql`${conductCheckRows} k where k.appeal = 'pending'`,
  },
  {
    ...{
      page: 'recoveries',
      command: 'recoveries.pass',
      id: sql`r.id`,
      version: sql`r.version`,
      objectId: sql`r.loan_id`,
    },
    ...{ amount: sql`r.amount_minor`, currency: sql`r.currency`, reason: sql`d.reason`, maker: sql`d.maker_id` },
    ...{ unitPath: unitPathOf(sql`d.maker_id`), since: sql`d.requested_at` },
    expiresBy: ['recoveries.reject', 'note'],
    ...{ before: collectorOf(sql`r.collector_id`), after: collectorOf(sql`d.collector_id`) },
    from: sql`${recoveryDisputeRows} d join ${recoveryRows} r on r.id = d.recovery_id where d.state = 'pending'`,
  },
  {
    ...{ page: 'commissionStatements', command: 'commissionStatements.close', id: sql`m.id`, version: sql`m.version` },
    ...{ objectId: sql`m.id`, amount: sql`m.commission_minor`, currency: sql`m.currency`, reason: sql`null::text` },
    ...{ maker: sql`m.confirmed_by_id`, unitPath: unitPathOf(sql`m.confirmed_by_id`), since: sql`m.confirmed_at` },
    expiresBy: ['commissionStatements.sendBack', 'note'],
    ...{ before: sql`jsonb_build_object('state', 'confirmed')`, after: sql`jsonb_build_object('state', 'closed')` },
    from: sql`${commissionStatementRows} m where m.state = 'confirmed'`,
  },
]

/** Requests that wait on pages of their own, each as a part of the inbox. */
export const pendingRequests: readonly SQL[] = elsewhere.map(part)

/** What turns a request down that waits on its own page, by the command that would have decided it. */
export const expiryCalls: ReadonlyMap<string, Waiting['expiresBy']> = new Map(
  elsewhere.map(({ command, expiresBy }) => [command, expiresBy]),
)
