import { sql } from 'drizzle-orm'
import type { ClosedCase } from '#contract/cases.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { followUpRows } from '#server/modules/follow-ups/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import { caseSource } from './source.ts'
import { caseRows } from './store.ts'

/** What was paid on its order while a case was open; a payment that bounced counts for nothing. */
const recovered = sql`(select coalesce(sum(p.amount_minor), 0)::bigint from ${paymentRows} p
  where p.loan_id = ${caseRows.loanId} and p.state = 'success'
    and p.completed_at between ${caseRows.openedAt} and ${caseRows.closedAt})`
const promises = (state: 'kept' | 'broken') => sql`(select count(*)::int from ${promiseRows} p
  where p.case_id = ${caseRows.id} and p.state = ${state})`

/** List source: cases that are closed, with what came of them. */
export const closedCaseSource: Source<ClosedCase> = {
  ...caseSource,
  columns: (readContext) => ({
    ...caseSource.columns(readContext),
    closeReason: caseRows.closeReason,
    closedAt: caseRows.closedAt,
    recovered: { minor: recovered, currency: loanRows.currency },
    daysHeld: sql`(${localDay(caseRows.closedAt, readContext)} - ${localDay(caseRows.allocatedAt, readContext)})`,
    followUps: sql`(select count(*)::int from ${followUpRows} f where f.loan_id = ${caseRows.loanId} and f.case_id = ${caseRows.id})`,
    promisesKept: promises('kept'),
    promisesBroken: promises('broken'),
  }),
  where: sql`${caseRows.state} = 'closed' and ${caseRows.unitPath} >= '/'`,
}
