import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContactRefusal } from '#contract/contact-refusals.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { fromUnitDown } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { contactRefusalRows } from './store.ts'

const holder = alias(staffRows, 'holder')
const place = alias(unitRows, 'place')
const fromOwnUnitDown = (actor: Actor) => fromUnitDown(actor, contactRefusalRows.unitPath)

/** List source: contacts that a rule has forbidden, with whom it was to reach and whose it was. */
export const contactRefusalSource: Source<ContactRefusal> = {
  table: contactRefusalRows,
  from: sql`${contactRefusalRows} join ${customerRows} on ${customerRows.id} = ${contactRefusalRows.customerId}
    left join ${staffRows} on ${staffRows.id} = ${contactRefusalRows.staffId}
    left join ${staffRows} holder on holder.id = ${contactRefusalRows.collectorId}
    left join ${unitRows} place on place.path = ${contactRefusalRows.unitPath}
    left join ${unitRows} on ${unitRows.id} = ${contactRefusalRows.agencyId}`,
  columns: ({ t }) => ({
    id: sql`${contactRefusalRows.id}::text`,
    at: contactRefusalRows.at,
    way: contactRefusalRows.way,
    rule: contactRefusalRows.rule,
    fault: contactRefusalRows.fault,
    customerId: contactRefusalRows.customerId,
    name: customerRows.name,
    loanId: contactRefusalRows.loanId,
    caseId: contactRefusalRows.caseId,
    staff: { id: contactRefusalRows.staffId, name: staffRows.name },
    collector: { id: contactRefusalRows.collectorId, name: holder.name },
    unit: nameRef(place.id, unitRows, t, place),
    agency: nameRef(contactRefusalRows.agencyId, unitRows, t),
    opensAt: contactRefusalRows.opensAt,
  }),
  scope: {
    department: fromOwnUnitDown,
    agency: fromOwnUnitDown,
    group: fromOwnUnitDown,
    own: ({ id }: Actor) => sql`(${contactRefusalRows.staffId} = ${id} or ${contactRefusalRows.collectorId} = ${id})`,
  },
}
