import { sql } from 'drizzle-orm'
import { CodeClass, type Review } from '#contract/reviews/row.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ColumnMappings } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { isSampled } from '#server/modules/quality-inspections/steps.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { undoSeconds } from './clock.ts'
import { reviewRows as rows } from './store.ts'

const priority = {
  caseWhen: [
    ['normal', sql`${rows.priority} = 0`],
    ['provided', sql`${rows.priority} = 1`],
    ['returned', sql`${rows.priority} > 1`],
  ] as const,
}

const columns = (): ColumnMappings<Review> => ({
  id: rows.id,
  version: rows.version,
  state: rows.state,
  loanId: rows.loanId,
  customerId: loanRows.customerId,
  name: customerRows.name,
  phone: customerRows.phone,
  amount: { minor: loanRows.amountMinor, currency: loanRows.currency },
  app: loanRows.app,
  priority,
  needManual: rows.needManual,
  machineReviewId: rows.machineReviewId,
  machineState: rows.machineState,
  machineCompletedAt: rows.machineCompletedAt,
  machineSeconds: rows.machineSeconds,
  manualReviewId: sql`(case when ${rows.rounds} > 0 then ${rows.id} || '-' || ${rows.rounds} end)`,
  result: rows.result,
  reviewer: { id: rows.reviewerId, name: staffRows.name },
  code: rows.code,
  codeClass: {
    caseWhen: [...CodeClass.values].map((letter) => [letter, sql`left(${rows.code}, 1) = ${letter}`] as const),
  },
  remark: rows.remark,
  queuedAt: rows.queuedAt,
  waitingSince: rows.waitingSince,
  waitingHours: { since: rows.waitingSince, unit: 'hour' },
  openedAt: rows.openedAt,
  lockedUntil: rows.lockedUntil,
  decidedAt: rows.decidedAt,
  countsAt: sql`(case when ${rows.state} = 'audited' then ${rows.decidedAt} + make_interval(secs => ${undoSeconds}) end)`,
})

const theirs = ({ id }: Actor) => sql`${rows.reviewerId} = ${id}`

/** List source: reviews. Reviewers see theirs, and the whole queue: who is at what is seen by all of them. */
export const reviewSource: Source<Review> = {
  table: rows,
  from: sql`${rows} join ${loanRows} on ${loanRows.id} = ${rows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${rows.reviewerId}`,
  columns,
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, loanRows.departmentId),
    sample: () => isSampled(rows.id),
    own: (actor: Actor) => sql`(${theirs(actor)} or ${rows.endedAt} is null)`,
  },
}

/** List source: what one has or has decided, and nobody else's. */
export const myReviewSource: Source<Review> = { ...reviewSource, visible: theirs }
