import { type SQL, sql } from 'drizzle-orm'
import type { Approval } from '#contract/approvals.ts'
import { pageIds } from '#contract/menu.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { changesOf } from '#server/kernel/listing/changes.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows, reversalRows } from '#server/modules/payments/store.ts'
import { productRows, productTermRows } from '#server/modules/products/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { approvalRows } from './store.ts'

const people = fourEyes(approvalRows)

const columns =
  ({ decidedHere, requestedAt }: { decidedHere: SQL; requestedAt: SQL }): Source<Approval>['columns'] =>
  () => ({
    id: approvalRows.id,
    version: approvalRows.version,
    state: approvalRows.state,
    command: approvalRows.command,
    page: approvalRows.page,
    decidedHere,
    objectId: approvalRows.objectId,
    changes: {
      select: {
        'filed before': approvalRows.before,
        'filed after': approvalRows.after,
        'filed noun': approvalRows.noun,
      },
      compute: ({ 'filed before': before, 'filed after': after, 'filed noun': noun }, readContext) =>
        changesOf(String(noun), [before ?? {}, after], readContext),
    },
    count: approvalRows.count,
    eligible: approvalRows.eligible,
    amount: { minor: approvalRows.amountMinor, currency: approvalRows.currency },
    reason: approvalRows.reason,
    ...people.mappings,
    requestedAt,
    validUntil: approvalRows.validUntil,
    decidedAt: approvalRows.decidedAt,
    batchId: approvalRows.batchId,
  })

/** Row source: runs and calls that wait for somebody to release them. They belong to the unit of whoever filed them. */
export const approvalSource: Source<Approval> = {
  table: approvalRows,
  from: sql`${approvalRows} ${people.joined}`,
  columns: columns({ decidedHere: sql`true`, requestedAt: sql`${approvalRows.requestedAt}` }),
  scope: people.scope,
}

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
  readonly from: SQL
}

/** As a part of the inbox, in the order of its columns. */
const part = (one: Waiting): SQL => sql`
  select ${one.id}, ${one.version}, 'pending', ${sql.raw(`'${one.command}'`)}, ${sql.raw(`'${one.page}'`)}, false, ${one.objectId},
    null::jsonb, null::jsonb, null::text, 1, 1, ${one.amount}, ${one.currency}, ${one.reason}, ${one.maker}, ${one.unitPath},
    ${one.since}, null::timestamptz, null::text, null::timestamptz, null::text, null::text
  from ${one.from}`

const unitPathOf = (maker: SQL): SQL =>
  sql`(select u.path from ${staffRows} s join ${unitRows} u on u.id = s.unit_id where s.id = ${maker})`

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
    from: sql`${cardChangeRows} c join ${loanRows} l on l.id = c.loan_id where c.state = 'pending'`,
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
    from: sql`${reversalRows} b join ${paymentRows} p on p.id = b.payment_id where b.state = 'asked'`,
  },
  {
    ...{ page: 'products', command: 'products.pass', id: sql`t.product_id || ':' || t.part`, version: sql`o.version` },
    ...{ objectId: sql`t.product_id`, amount: sql`null::bigint`, currency: sql`o.currency`, reason: sql`t.note` },
    ...{ maker: sql`t.maker_id`, unitPath: unitPathOf(sql`t.maker_id`), since: sql`t.made_at` },
    from: sql`${productTermRows} t join ${productRows} o on o.id = t.product_id where t.state = 'pending'`,
  },
]

const inbox = sql`(
  select id, version, state, command, page, true as decided_here, object_id, before, after, noun, count, eligible,
    amount_minor, currency, reason, maker_id, maker_unit_path, requested_at, valid_until, checker_id, decided_at, note, batch_id
  from ${approvalRows} ${sql.join(
    elsewhere.map((one) => sql` union all ${part(one)}`),
    sql``,
  )}) approvals`

/** Rows of a page as far as somebody sees them there; runs and one's own requests in any case. */
function visible(actor: Actor): SQL {
  const { page, makerId, makerUnitPath } = approvalRows
  const seen = pageIds.filter((one) => actor.may(one))
  const all = seen.filter((one) => actor.scopesOf(one).includes('all'))
  const below = seen.filter((one) => !all.includes(one) && actor.scopesOf(one).some((scope) => scope !== 'own'))
  return sql`(${page} is null or ${makerId} = ${actor.id} or ${page} = any(${sql.param(all)}::text[])
    or (${page} = any(${sql.param(below)}::text[]) and ${belowUnitOf(actor, makerUnitPath)}))`
}

/** List source: the inbox. Beside runs and calls, whatever waits for a second person on a page of its own. */
export const inboxSource: Source<Approval> = {
  ...approvalSource,
  from: sql`${inbox} ${people.joined}`,
  columns: columns({ decidedHere: sql`approvals.decided_here`, requestedAt: sql`approvals.requested_at` }),
  visible,
}
