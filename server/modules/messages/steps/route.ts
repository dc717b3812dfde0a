import { and, count, eq, gte, inArray, lt, ne } from 'drizzle-orm'
import { addDays, businessDate, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import { nextContactAt } from '#contract/kernel/contact-hours.ts'
import { countries, type LetterLanguage } from '#contract/kernel/countries.ts'
import { type MessageChannel, type Occasion, occasions } from '#contract/message-occasions.ts'
import { fillTemplate, type TemplateValues } from '#contract/message-text.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { mustAcceptMarketing } from '#server/modules/consents/steps/marketing.ts'
import { lockContacts } from '#server/modules/contact-rules/steps/permission.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { closedChannels } from '#server/modules/do-not-disturb/steps.ts'
import { parameterTexts, type TemplateText, templatesFor } from '#server/modules/message-templates/steps/templates.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'
import { messageRows, type StoredMessage } from '../store.ts'

/** What messages are written with. */
export type MessageApp = Pick<AppContext, 'clock' | 'translations' | 'quietDays' | 'secrets'>

/** The language that customers of this installation are written to in. */
export const letterLanguage = ({ clock }: Pick<AppContext, 'clock'>): LetterLanguage => countries[clock.country].letters

/** Where a customer is reached by a channel; null where they are not. A notification goes to the app they are signed in to. */
export const addressOf = (
  { id, phone, email }: Pick<StoredCustomer, 'id' | 'phone' | 'email'>,
  channel: MessageChannel,
  { clock }: Pick<AppContext, 'clock'>,
): string | null => {
  if (channel === 'email') return email
  if (channel === 'push') return id
  return phone && toE164(phone, clock.country)
}

/** By which channel somebody is written to, by which template, and when at the earliest. */
export interface Route {
  readonly channel: MessageChannel
  readonly template: TemplateText
  readonly sendAt: Date
}

/** Messages that count for the cap: those that have left, or are to. */
const counted = ['scheduled', 'queued', 'sent'] as const
const daysPerWeek = 7

/**
 * Frequency cap: refuses what would be one message too many, over all channels. Service answers what the customer asks
 * for: it counts, and is never refused. One that is written already does not count against itself (`id`).
 * @throws Refusal `contacted_enough`.
 */
export async function mustBeWithinCap(
  tx: Db,
  {
    id,
    customerId,
    template,
    sendAt,
  }: Pick<StoredMessage, 'customerId' | 'template' | 'sendAt'> & Partial<StoredMessage>,
  { clock }: Pick<AppContext, 'clock'>,
): Promise<void> {
  const { purpose } = occasions[template]
  if (purpose === 'service') return
  await lockContacts(tx, customerId)
  const caps = await parametersOf(tx, ['messages.dailyMax', 'messages.offersPerWeekMax'])
  const day = businessDate(toInstant(sendAt), clock.country)
  const since = (days: number) => new Date(startOfDay(addDays(day, 1 - days), clock.country))
  const sentSince = async (from: Date, of?: readonly Occasion[]) => {
    const theirs = and(
      eq(messageRows.customerId, customerId),
      inArray(messageRows.state, [...counted]),
      id && ne(messageRows.id, id),
      gte(messageRows.sendAt, from),
      lt(messageRows.sendAt, new Date(startOfDay(addDays(day, 1), clock.country))),
      of && inArray(messageRows.template, [...of]),
    )
    const [row] = await tx.select({ count: count() }).from(messageRows).where(theirs)
    return Number(row!.count)
  }
  const refuse = (max: number) => {
    throw new Refusal('contacted_enough', { max })
  }
  const daily = caps['messages.dailyMax']
  if (daily > 0 && (await sentSince(since(1))) >= daily) refuse(daily)
  const weekly = caps['messages.offersPerWeekMax']
  if (purpose !== 'marketing' || weekly === 0) return
  const marketing = (Object.keys(occasions) as Occasion[]).filter((id) => occasions[id].purpose === 'marketing')
  if ((await sentSince(since(daysPerWeek), marketing)) >= weekly) refuse(weekly)
}

/** The first of some channels that a customer has not closed. @throws Refusal `do_not_disturb`, `consent_withdrawn`. */
async function undisturbed(
  tx: Db,
  customer: StoredCustomer,
  { channels, occasion }: { readonly channels: readonly MessageChannel[]; readonly occasion: Occasion },
  { app, now }: { readonly app: MessageApp; readonly now: Date },
): Promise<MessageChannel> {
  const { purpose } = occasions[occasion]
  if (purpose === 'marketing') await mustAcceptMarketing(tx, customer.id)
  const closed = await closedChannels(tx, customer, { purpose, day: today(app.clock, now) }, app)
  const [channel] = closed.has('all') ? [] : channels.filter((one) => !closed.has(one))
  if (!channel) throw new Refusal('do_not_disturb')
  return channel
}

/**
 * The template of a message that has waited, by the channel it is for, unless that was closed meanwhile.
 * @throws Refusal `no_template`, `do_not_disturb`, `consent_withdrawn`.
 */
export async function routeOfWaiting(
  tx: Db,
  customer: StoredCustomer,
  { template: occasion, channel }: Pick<StoredMessage, 'template' | 'channel'>,
  at: { readonly app: MessageApp; readonly now: Date },
): Promise<TemplateText> {
  await undisturbed(tx, customer, { channels: [channel], occasion }, at)
  const templates = await templatesFor(tx, { occasion, language: letterLanguage(at.app) }, at.app.translations)
  const template = templates.get(channel)
  if (!template) throw new Refusal('no_template')
  return template
}

/**
 * Whether, by which channel and when a customer may be written to: is there a template, are they reached, do they want
 * it, when do contact hours open, and was it enough. Every message is asked for here, whoever sends it.
 * @throws Refusal `no_template`, `no_phone`, `do_not_disturb`, `consent_withdrawn`, `contacted_enough`.
 */
export async function routeFor(
  tx: Db,
  customer: StoredCustomer,
  occasion: Occasion,
  { app, now }: { readonly app: MessageApp; readonly now: Date },
): Promise<Route> {
  const { 'messages.channels': preferred } = await parametersOf(tx, ['messages.channels'])
  const templates = await templatesFor(tx, { occasion, language: letterLanguage(app) }, app.translations)
  const written = preferred.filter((channel) => templates.has(channel))
  if (written.length === 0) throw new Refusal('no_template')
  const reached = written.filter((channel) => addressOf(customer, channel, app) !== null)
  if (reached.length === 0) throw new Refusal('no_phone')
  const channel = await undisturbed(tx, customer, { channels: reached, occasion }, { app, now })
  const sendAt = nextContactAt(toInstant(now), app.clock.country, await app.quietDays(tx))
  await mustBeWithinCap(tx, { customerId: customer.id, template: occasion, sendAt }, app)
  return { channel, template: templates.get(channel)!, sendAt }
}

/** What a template says to a customer, in a language. */
export async function filledTemplate(
  tx: Db,
  { subject, text }: TemplateText,
  { occasion, values, language }: { occasion: Occasion; values: TemplateValues; language: LetterLanguage },
  { clock: { country }, translations }: Pick<AppContext, 'clock' | 'translations'>,
): Promise<TemplateText> {
  const parameters = await parameterTexts(tx, [subject, text], { country, language }, translations)
  const fill = (said: string) => fillTemplate(said, { occasion, values, parameters }, { country, language })
  return { subject: subject === null ? null : fill(subject), text: fill(text) }
}
