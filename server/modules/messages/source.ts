import { sql } from 'drizzle-orm'
import type { Message } from '#contract/messages.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { outsideContactHours } from '#server/modules/holidays/source.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { messageRows } from './store.ts'

/** List source: messages to customers, those that a rule forbade among them. */
export const messageSource: Source<Message> = {
  table: messageRows,
  from: sql`${messageRows} join ${customerRows} on ${customerRows.id} = ${messageRows.customerId}
    left join ${unitRows} on ${unitRows.id} = ${messageRows.agencyId}`,
  columns: (readContext) => ({
    id: messageRows.id,
    state: messageRows.state,
    template: messageRows.template,
    loanId: messageRows.loanId,
    customerId: messageRows.customerId,
    planId: messageRows.planId,
    agency: nameRef(messageRows.agencyId, unitRows, readContext.t),
    channel: messageRows.channel,
    language: messageRows.language,
    subject: messageRows.subject,
    text: messageRows.text,
    madeBy: messageRows.madeBy,
    createdAt: messageRows.createdAt,
    sendAt: messageRows.sendAt,
    sentAt: messageRows.sentAt,
    outOfHours: outsideContactHours(messageRows.sentAt, readContext),
    failure: messageRows.failure,
    refusal: messageRows.refusal,
  }),
  scope: { department: (actor: Actor) => inUnitsOf(actor, customerRows.departmentId) },
}
