import { type SQL, sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Source } from '#server/kernel/source.ts'
import { heldBy } from '#server/modules/cases/holder.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { customerRows } from './store.ts'

const withOrder = (isHeld: (actor: Actor) => SQL) => (actor: Actor) =>
  sql`(${customerRows.held} and
    exists (select 1 from ${loanRows} where ${loanRows.customerId} = ${customerRows.id} and ${isHeld(actor)}))`

const held = heldBy(loanRows)

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
    agency: withOrder(held.agency),
    group: withOrder(held.group),
    own: withOrder(held.own),
  },
}
