import { sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Source } from '#server/kernel/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { customerRows } from './store.ts'

const withCase = (holder: ReturnType<typeof sql>) =>
  sql`exists (select 1 from ${caseRows} join ${loanRows} l on l.id = ${caseRows.loanId}
    where l.customer_id = ${customerRows.id} and ${caseRows.state} <> 'closed' and ${holder})`

/** People who borrow, or want to. */
export const customerSource: Source<Customer> = {
  table: customerRows,
  from: sql`${customerRows}`,
  at: () => ({
    id: customerRows.id,
    version: customerRows.version,
    name: customerRows.name,
    phone: customerRows.phone,
    pan: { tail: customerRows.panTail, blindIndex: customerRows.panIndex },
    app: customerRows.app,
    channel: customerRows.channel,
    kind: customerRows.kind,
    state: customerRows.state,
    blacklisted: customerRows.blacklisted,
    loansDone: customerRows.loansDone,
    limit: { minor: customerRows.limitMinor, currency: customerRows.currency },
    registeredAt: customerRows.registeredAt,
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, customerRows.departmentId),
    agency: ({ agencyId }: Actor) => withCase(sql`${caseRows.agencyId} = ${agencyId}`),
    group: ({ unitId }: Actor) => withCase(sql`${caseRows.groupId} = ${unitId}`),
    own: ({ id }: Actor) => withCase(sql`${caseRows.collectorId} = ${id}`),
  },
}
