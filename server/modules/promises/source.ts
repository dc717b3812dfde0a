import { sql } from 'drizzle-orm'
import type { Promised } from '#contract/promises.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { orderColumns } from '#server/modules/loans/steps/order-columns.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRef } from '#server/modules/stages/steps.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { promiseRows } from './store.ts'

/** List source: promises to pay. Whoever sees the case in which one was made sees it. */
export const promiseSource: Source<Promised> = {
  table: promiseRows,
  from: sql`${promiseRows} join ${caseRows} on ${caseRows.id} = ${promiseRows.caseId}
    join ${loanRows} on ${loanRows.id} = ${promiseRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${promiseRows.collectorId}
    left join ${unitRows} on ${unitRows.id} = ${promiseRows.agencyId}`,
  columns: ({ t }) => ({
    id: promiseRows.id,
    version: promiseRows.version,
    state: promiseRows.state,
    caseId: promiseRows.caseId,
    loanId: promiseRows.loanId,
    customerId: loanRows.customerId,
    name: customerRows.name,
    amount: { minor: promiseRows.amountMinor, currency: promiseRows.currency },
    paid: { minor: promiseRows.paidMinor, currency: promiseRows.currency },
    promisedFor: promiseRows.promisedFor,
    madeAt: promiseRows.madeAt,
    collector: { id: promiseRows.collectorId, name: staffRows.name },
    agency: nameRef(promiseRows.agencyId, unitRows, t),
    stage: stageRef(promiseRows.stage),
    decidedAt: promiseRows.decidedAt,
    reason: promiseRows.reason,
    ...orderColumns,
  }),
  scope: {
    ...caseHolderScopes(caseRows),
    department: (actor: Actor) => fromUnitDown(actor, caseRows.unitPath),
  },
}
