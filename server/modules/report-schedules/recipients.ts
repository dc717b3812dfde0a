import { recipientsMax } from '#contract/report-schedules.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { actorById } from '#server/modules/session/steps/sessions.ts'
import { contentOf } from './content.ts'
import { mustBeDeliverable } from './mail.ts'
import type { StoredSchedule } from './turns.ts'

type StaffId = StoredSchedule['ownerId']
const field = { field: 'recipient' } as const

/**
 * The recipients of a schedule with somebody else among them, who may have what is sent, and gets mail where it goes by mail.
 * @throws Refusal `unknown_staff`, `recipient_known`, `recipient_may_not`, `too_many_recipients`, `mail_not_set_up`, `no_mail_address`.
 */
export async function withRecipient(
  { ownerId, recipientIds, content, delivery }: StoredSchedule,
  recipient: StaffId,
  context: Context,
): Promise<StaffId[]> {
  if ([ownerId, ...recipientIds].includes(recipient)) throw new Refusal('recipient_known', undefined, field)
  if (recipientIds.length >= recipientsMax) throw new Refusal('too_many_recipients', { max: recipientsMax }, field)
  const reader = await actorById(context.app, recipient, context.tx)
  if (!reader) throw new Refusal('unknown_staff', undefined, field)
  const { requires } = contentOf(content, context.app.registry)
  if (!reader.may(requires)) throw new Refusal('recipient_may_not', undefined, field)
  await mustBeDeliverable(delivery, recipient, context, 'recipient')
  return [...recipientIds, recipient]
}

/** The recipients without one of them. @throws Refusal `not_a_recipient`. */
export function withoutRecipient({ recipientIds }: StoredSchedule, recipient: StaffId): StaffId[] {
  if (!recipientIds.includes(recipient)) throw new Refusal('not_a_recipient', undefined, field)
  return recipientIds.filter((one) => one !== recipient)
}
