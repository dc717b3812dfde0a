import { hasSubject, type MessageChannel } from '#contract/message-occasions.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { TemplateText } from './steps/templates.ts'

/**
 * What a draft says, by its channel: an e-mail has a subject, an SMS none.
 * @throws InvalidInput where a subject is missing; Refusal `no_subject_here`.
 */
export function saidBy({
  channel,
  subject,
  text,
}: {
  readonly channel: MessageChannel
  readonly subject: string
  readonly text: string
}): TemplateText {
  if (!hasSubject(channel)) {
    if (subject !== '') throw new Refusal('no_subject_here', undefined, { field: 'subject' })
    return { subject: null, text }
  }
  if (subject === '') {
    throw new InvalidInput([{ code: 'custom', path: ['subject'], message: 'required', input: undefined }])
  }
  return { subject, text }
}
