import { sql } from 'drizzle-orm'
import { disturbEntry } from '#contract/do-not-disturb.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { MessageRefusal } from '#contract/messages.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { disturbRows } from '#server/modules/do-not-disturb/store.ts'
import { templateId } from '#server/modules/message-templates/steps/templates.ts'
import { messageTemplateRows, type StoredTemplate } from '#server/modules/message-templates/store.ts'
import { messageRows, type StoredMessage } from '#server/modules/messages/store.ts'
import { later, type SeedContext } from './history/context.ts'
import { roles } from './roles.ts'

/** What an administrator has added to what came with the product. */
const addedTemplates: readonly Pick<
  StoredTemplate,
  'occasion' | 'channel' | 'language' | 'subject' | 'text' | 'state'
>[] = [
  {
    ...{ occasion: 'overdue', channel: 'whatsapp', language: 'en', subject: null, state: 'enabled' },
    text: 'Dear {{name}}, {{amount}} of your loan {{loan}} has been due since {{date}}. Reply here if you need help.',
  },
  {
    ...{
      occasion: 'dueSoon',
      channel: 'email',
      language: 'en',
      subject: '{{loan}}: due on {{date}}',
      state: 'enabled',
    },
    text: 'Dear {{name}},\n\n{{amount}} of your loan {{loan}} is due on {{date}}.\n\nYour {{app}} team',
  },
  {
    ...{ occasion: 'limitWaiting', channel: 'push', language: 'en', subject: 'Your limit', state: 'disabled' },
    text: '{{limit}} is ready for you.',
  },
]

/** Entries of the list, each about one of the customers with a running order. */
const wishes = [
  { channel: 'all', scope: 'marketing', origin: 'customer', remark: 'Asked on the phone', daysAgo: 9, days: null },
  { channel: 'whatsapp', scope: 'everything', origin: 'customer', remark: 'Shared phone', daysAgo: 21, days: 60 },
  { channel: 'all', scope: 'everything', origin: 'authority', remark: 'Registered number', daysAgo: 40, days: null },
  { channel: 'sms', scope: 'everything', origin: 'house', remark: 'Bereavement', daysAgo: 30, days: 14 },
] as const

interface DemoMessage {
  readonly state: StoredMessage['state']
  readonly template: 'overdue' | 'dueToday' | 'limitWaiting'
  readonly minutesAgo: number
  readonly failure?: string
  readonly refusal?: MessageRefusal
}
const [hour, day] = [60, 1_440]
/** What became of messages: one for every end. */
const demoMessages: readonly DemoMessage[] = [
  { state: 'sent', template: 'overdue', minutesAgo: 2 * hour },
  { state: 'sent', template: 'dueToday', minutesAgo: 3 * hour },
  { state: 'sent', template: 'overdue', minutesAgo: day },
  { state: 'sent', template: 'limitWaiting', minutesAgo: 2 * day },
  {
    ...{ state: 'failed', template: 'overdue', minutesAgo: day + hour },
    failure: 'numberNotReached',
  },
  { state: 'refused', template: 'dueToday', minutesAgo: 3 * hour, refusal: 'do_not_disturb' },
  { state: 'refused', template: 'overdue', minutesAgo: day, refusal: 'contacted_enough' },
  { state: 'dropped', template: 'overdue', minutesAgo: 3 * day },
]

interface Debtor {
  /** The agency that has the order's case. */
  readonly agencyId: IdOf<'unit'> | null
  readonly loanId: IdOf<'loan'>
  readonly customerId: IdOf<'customer'>
}
/** Customers with an order past due, the oldest orders first. */
const debtors = (db: Db): Promise<Debtor[]> =>
  rowsOf(
    db,
    sql`select late.*, (select agency_id from cases where loan_id = "loanId" and state <> 'closed') as "agencyId"
      from (select min(id) as "loanId", customer_id as "customerId" from loans where state = 50
        group by customer_id order by 1 limit ${demoMessages.length + wishes.length}) late`,
  )

const textOf = ({ state, template }: DemoMessage, { loanId }: Debtor): string =>
  state === 'refused'
    ? ''
    : template === 'limitWaiting'
      ? 'Lendline: a limit is ready for you. If you need it, apply in the app.'
      : `Lendline: your loan ${loanId} is due; please pay in the app, or write to us if you cannot.`

/** That moment, or noon of the day before it where customers are left alone then. */
const inContactHours = (at: Date, context: SeedContext): Date =>
  contactHours(toInstant(at), context.country).ok ? at : context.at(context.after(context.dateOf(at), -1), day / 2)

/** Adds what a demo shows of messages: templates beside the first ones, who is not written to, and what was sent. */
export async function addMessages(db: Db, context: SeedContext): Promise<void> {
  const createdAt = context.at(context.start, 0)
  await db
    .insert(messageTemplateRows)
    .values(
      addedTemplates.map((one) => ({ id: templateId(one.occasion, one.channel, one.language), ...one, createdAt })),
    )
    .onConflictDoNothing()
  const found = await debtors(db)
  for (const [i, { daysAgo, days, ...wish }] of wishes.entries()) {
    const customerId = found[i]?.customerId
    if (!customerId) return
    const added = context.after(context.today, -daysAgo)
    const until = days === null ? null : context.after(added, days)
    const id = await newId(db, disturbEntry.ids, added)
    const made = { addedBy: roles.CS.name, addedAt: context.at(added, 11 * hour) }
    await db.insert(disturbRows).values({ id, kind: 'customer', mark: customerId, customerId, until, ...wish, ...made })
  }
  for (const [i, message] of demoMessages.entries()) {
    const debtor = found[wishes.length + i]
    if (!debtor) return
    const { state, template, minutesAgo, failure = null, refusal = null } = message
    const at = inContactHours(later(context.now, -minutesAgo), context)
    const id = await newId(db, ids.message, context.today)
    const about = template === 'limitWaiting' ? { customerId: debtor.customerId } : debtor
    await db.insert(messageRows).values({
      ...{ id, ...about, state, template, channel: 'sms', language: 'en', text: textOf(message, debtor) },
      ...{ madeBy: 'sendMessages', createdAt: at, sendAt: at, sentAt: state === 'sent' ? at : null, failure, refusal },
    })
  }
}
