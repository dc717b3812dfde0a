import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { ruleOfFault } from '#contract/contact-rules.ts'
import type { DisturbChannel } from '#contract/do-not-disturb.ts'
import type { HoldEffect } from '#contract/hold-kinds.ts'
import { addDays, businessDate, startOfDay, toInstant, weekday } from '#contract/kernel/calendar.ts'
import { type ContactWay, contactHours, nextContactAt, openingText } from '#contract/kernel/contact-hours.ts'
import { contactLimitsOf, contactsPerDay } from '#contract/kernel/contact-limits.ts'
import { ok, type Refused, refused, type Verdict } from '#contract/kernel/fault.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { holdAgainst } from '#server/modules/case-holds/steps.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { closedChannels } from '#server/modules/do-not-disturb/steps.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { contactCount } from '../source.ts'

/** Somebody who is to be contacted about a debt, and how. */
export interface Contact {
  readonly customerId: IdOf<'customer'>
  readonly loanId: IdOf<'loan'>
  readonly way: ContactWay
  /** A message that is written already, and counts among those of its day: not against itself. */
  readonly messageId?: IdOf<'message'>
}

/** When, and by which clock and calendar. */
export interface ContactMoment {
  readonly app: Pick<AppContext, 'clock' | 'secrets' | 'quietDays'>
  readonly now: Date
}

/** A rule against a contact, and from when on it speaks no more; null: nobody knows. */
export interface ContactBlock {
  readonly refused: Refused
  readonly opensAt: Date | null
}
type Rule = (tx: Db, contact: Contact, at: ContactMoment) => Promise<ContactBlock | null>

const blocked = (verdict: Verdict, opensAt: Date | null): ContactBlock | null =>
  verdict.ok ? null : { refused: verdict, opensAt }

/** The first moment of contact hours on a day, or behind it. */
async function openingOn(tx: Db, day: LocalDate, { app }: ContactMoment): Promise<Date> {
  const { country } = app.clock
  return nextContactAt(startOfDay(day, country), country, await app.quietDays(tx))
}

/** What a hold stops, of each way of contact. */
const effectOf: Readonly<Record<ContactWay, HoldEffect>> = {
  ...{ call: 'calls', whatsApp: 'calls', message: 'messages', robot: 'robots' },
}

const hold: Rule = async (tx, { way, ...order }) => {
  const found = await holdAgainst(tx, order, effectOf[way])
  return blocked(found ? refused('case_on_hold', { hold: { vocabulary: 'cases.hold', value: found } }) : ok, null)
}

/** The channel of the do-not-disturb list that a way goes by; a message chooses among those that are open. */
const channelOf: Readonly<Record<Exclude<ContactWay, 'message'>, DisturbChannel>> = {
  ...{ call: 'call', whatsApp: 'whatsapp', robot: 'call' },
}

const doNotDisturb: Rule = async (tx, { customerId, way }, { app, now }) => {
  if (way === 'message') return null
  const { id, phone } = customerRows
  const [customer] = await tx.select({ id, phone }).from(customerRows).where(eq(id, customerId))
  const about = { purpose: 'reminder', day: today(app.clock, now) } as const
  const closed = customer ? await closedChannels(tx, customer, about, app) : new Set<DisturbChannel>()
  return blocked(closed.has('all') || closed.has(channelOf[way]) ? refused('do_not_disturb') : ok, null)
}

/** A message waits for its hour; everything else is refused. */
const window: Rule = async (tx, { way }, { app, now }) => {
  if (way === 'message') return null
  const { country } = app.clock
  const quiet = await app.quietDays(tx)
  return blocked(contactHours(toInstant(now), country, quiet), nextContactAt(toInstant(now), country, quiet))
}

/** How often a customer is contacted on the day of a moment, and how often they may be; null: as often as one likes. */
export async function contactsOnDay(
  tx: Db,
  { customerId, messageId }: Pick<Contact, 'customerId' | 'messageId'>,
  { app, now }: ContactMoment,
): Promise<{ readonly count: number; readonly max: number | null }> {
  const { country } = app.clock
  const day = businessDate(toInstant(now), country)
  const bounds = { from: sql`${startOfDay(day, country)}`, until: sql`${startOfDay(addDays(day, 1), country)}` }
  const counted = contactCount(sql`${customerId}`, bounds, messageId)
  const [row] = await rowsOf<{ count: number }>(tx, sql`select ${counted} as count`)
  return { count: row!.count, max: contactsPerDay(country, await parameter(tx, 'contacts.dailyMax')) }
}

const limit: Rule = async (tx, contact, at) => {
  const { count, max } = await contactsOnDay(tx, contact, at)
  if (max === null || count < max) return null
  const { country } = at.app.clock
  const opensAt = await openingOn(tx, addDays(businessDate(toInstant(at.now), country), 1), at)
  return blocked(refused('attempts_spent', { max, opens: openingText(opensAt, country) }), opensAt)
}

const daysPerWeek = 7

/** Who was spoken to on the phone is reached by phone alone until the week ends, where the law wants it so. */
const oneChannel: Rule = async (tx, { customerId, way }, at) => {
  const { country } = at.app.clock
  if (!contactLimitsOf(country).oneChannelPerWeek || way === 'call' || way === 'robot') return null
  const day = businessDate(toInstant(at.now), country)
  const monday = startOfDay(addDays(day, 1 - weekday(day)), country)
  const spoken = sql`${callRows.connected} and ${callRows.way} = 'phone' and ${callRows.beganAt} >= ${monday}`
  const [known] = await tx
    .select({ id: callRows.id })
    .from(callRows)
    .where(and(eq(callRows.customerId, customerId), isNotNull(callRows.caseId), spoken))
    .limit(1)
  if (!known) return null
  const opensAt = await openingOn(tx, addDays(day, daysPerWeek + 1 - weekday(day)), at)
  return blocked(refused('one_channel', { opens: openingText(opensAt, country) }), opensAt)
}

/** In the order in which they are asked: what nobody can change by waiting comes first. */
const rules: readonly Rule[] = [hold, doNotDisturb, window, limit, oneChannel]

/** The first rule against contacting a customer so, about a debt; null: they may be. Every contact is asked for here. */
export async function contactBlock(tx: Db, contact: Contact, at: ContactMoment): Promise<ContactBlock | null> {
  for (const rule of rules) {
    const against = await rule(tx, contact, at)
    if (against) return against
  }
  return null
}

/** One contact of a customer at a time: those so far are counted, then there is one more. Until the transaction ends. */
export const lockContacts = (tx: Db, customerId: Contact['customerId']) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${customerId}`}, 0))`)

/** @throws Refusal `case_on_hold`, `do_not_disturb`, `out_of_hours`, `attempts_spent`, `one_channel`. */
export async function mustBeContactable(tx: Db, contact: Contact, at: ContactMoment): Promise<void> {
  await lockContacts(tx, contact.customerId)
  const against = await contactBlock(tx, contact, at)
  if (against) throw new Refusal(against.refused.fault, against.refused.values)
}

/** Collection leaves some people alone. @throws Refusal `case_on_hold`. */
export async function mustNotBeOnHold(tx: Db, contact: Contact, at: ContactMoment): Promise<void> {
  const against = await hold(tx, contact, at)
  if (against) throw new Refusal(against.refused.fault, against.refused.values)
}

/** The rule that a refusal follows from. */
export const ruleOf = ({ fault }: Pick<Refused, 'fault'>) => ruleOfFault[fault]!
