import { type SQL, sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { customerRows } from './store.ts'

const withOrder = (isHeld: (actor: Actor) => SQL) => (actor: Actor) =>
  sql`(${customerRows.held} and
    exists (select 1 from ${loanRows} where ${loanRows.customerId} = ${customerRows.id} and ${isHeld(actor)}))`

const held = caseHolderScopes(loanRows)

/** List source: people who borrow, or want to. */
export const customerSource: Source<Customer> = {
  table: customerRows,
  from: sql`${customerRows}`,
  columns: () => ({
    id: customerRows.id,
    version: customerRows.version,
    name: customerRows.name,
    phone: customerRows.phone,
    pan: { tail: customerRows.panTail, blindIndex: customerRows.panIndex },
    externalRef: customerRows.externalRef,
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
