import type { IdOf } from '#contract/kernel/values.ts'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { bytesOfFile, type MadeFile } from '#server/modules/exports/steps/make-file.ts'
import { staffById } from '#server/modules/staff/steps.ts'
import type { Alert } from './condition.ts'
import { beginMail, type Run } from './runs.ts'

/** Largest attachment, in bytes: many mail servers refuse what is larger. A larger file lies in the export centre alone. */
export const attachmentBytesMax = 10_000_000

/** Mailer and address that mail to somebody takes. @throws Refusal `mail_not_set_up`, `no_mail_address`, by the field. */
async function mailboxOf(
  staffId: IdOf<'staff'>,
  { tx, app: { mailer } }: Pick<Context, 'tx' | 'app'>,
  field: 'delivery' | 'recipient' = 'delivery',
) {
  if (!mailer) throw new Refusal('mail_not_set_up', undefined, { field })
  const person = await staffById(tx, staffId)
  if (!person?.email) throw new Refusal('no_mail_address', undefined, { field })
  return { mailer, to: { name: person.name, address: person.email } }
}

/** Whether a delivery reaches one of its readers. @throws Refusal `mail_not_set_up`, `no_mail_address`, by the field. */
export async function mustBeDeliverable(
  delivery: ReportSchedule['delivery'],
  readerId: IdOf<'staff'>,
  context: Context,
  field: 'delivery' | 'recipient' = 'delivery',
): Promise<void> {
  if (delivery === 'mail') await mailboxOf(readerId, context, field)
}

/** What goes by mail: a file, and the number that it is sent for. */
export interface Letter {
  readonly file: MadeFile
  readonly alert: Alert | null
  readonly title: string
  /** Who has scheduled it. */
  readonly ownerId: IdOf<'staff'>
}

/**
 * Sends a file by mail to whom it is for, in their language; handed to the mail server once, however often it is tried.
 * @throws Refusal where they can get no mail; MailError where the server has not taken it, or may have.
 */
export async function mailFile(run: Run, { file, alert, title, ownerId }: Letter, reader: Context): Promise<void> {
  const { tx, app, actor, t } = reader
  const { mailer, to } = await mailboxOf(actor.id, reader)
  const fits = file.bytes <= attachmentBytesMax
  const bytes = fits ? await bytesOfFile(file, app) : null
  const owner = ownerId === actor.id ? null : await staffById(tx, ownerId)
  const told = {
    owner: owner?.name ?? '',
    ...{ name: to.name, file: file.name, rows: file.rows, title },
    ...{ condition: alert?.condition ?? '', measured: alert?.measured ?? '' },
  }
  const say = (key: string) => t(`reportSchedules.letter.${key}`, told)
  await beginMail(run, file, app)
  await mailer.send({
    ...{ id: run.id, to, subject: say(alert ? 'alertSubject' : 'subject') },
    text: [
      say('greeting'),
      ...(alert ? [say('alert')] : []),
      say(fits ? 'attached' : 'tooLarge'),
      say(owner ? 'whyOther' : 'why'),
    ].join('\n\n'),
    attachment: bytes && { name: file.name, type: file.type, bytes },
  })
}
