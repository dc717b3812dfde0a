import { addDays } from './kernel/calendar.ts'
import type { ContactWay } from './kernel/contact-hours.ts'
import { type Refused, refused } from './kernel/fault.ts'
import { ofMinor } from './kernel/money.ts'
import type { LocalDate, Money } from './kernel/values.ts'

/** Ways of a follow-up: how a customer was contacted; `inbound`: they have contacted us. */
export const followUpWays = ['phone', 'whatsApp', 'sms', 'inbound'] as const
export type FollowUpWay = (typeof followUpWays)[number]

/** What each way is to the rules for contacts. Who contacts us is under none of them. */
export const contactWayOf = { phone: 'call', whatsApp: 'whatsApp', sms: 'message' } as const satisfies Record<
  Exclude<FollowUpWay, 'inbound'>,
  ContactWay
>

/** What came of a contact. Source: specification, section 4. */
export const contactResults = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type ContactResult = (typeof contactResults)[number]
export const repaymentWillingness = [1, 2, 3, 4, 5] as const
export type Willingness = (typeof repaymentWillingness)[number]

/** What marks a number: nobody has it, it is not the customer's, or it has no WhatsApp. */
export const numberMarks = ['invalid', 'notTheirs', 'noWhatsApp'] as const
export type NumberMark = (typeof numberMarks)[number]

/** Results in which the customer was spoken to, or has answered in writing. */
const customerAnswered: readonly ContactResult[] = [1, 7]
/** Results in which somebody picked up. */
export const somebodyAnswered: readonly ContactResult[] = [1, 2]
export const isCustomerAnswer = (result: ContactResult): boolean => customerAnswered.includes(result)

/** Willing, or ready to negotiate: whoever is has something to promise. */
const promising: readonly Willingness[] = [1, 2, 4]

/** What a form says before anybody has typed it: of results 2 to 9 undetermined, and tomorrow. */
export const preselectedFor = (result: ContactResult, today: LocalDate) =>
  result === 1 ? null : { willingness: 5 as const, nextOn: addDays(today, 1) }

/** Whether a follow-up lacks something without a promise: the customer has spoken, and does not refuse. */
const needsPromise = (result: ContactResult, willingness: Willingness): boolean =>
  isCustomerAnswer(result) && promising.includes(willingness)

/** The mark that a contact leaves on its number; none: it stays as it was. */
export const markAfter = ({
  result,
  way,
  notTheirs,
}: {
  readonly result: ContactResult
  readonly way: FollowUpWay
  readonly notTheirs: boolean
}): NumberMark | null =>
  notTheirs ? 'notTheirs' : result === 5 ? 'invalid' : result === 9 && way === 'whatsApp' ? 'noWhatsApp' : null

/** Whether a marked number may be used: that it has no WhatsApp does not keep anybody from calling it. */
export const isUsable = (mark: NumberMark | null, way: FollowUpWay): boolean =>
  way === 'inbound' || mark === null || (mark === 'noWhatsApp' && way !== 'whatsApp')

/** So much, by the end of a day. */
export interface PromiseDraft {
  readonly amount: Money
  readonly promisedFor: LocalDate
}

/** What promises are held against: how far ahead they may lie, and what is owed on the last of their days. */
interface PromiseBounds {
  readonly today: LocalDate
  readonly daysMax: number
  readonly currency: Money['currency']
  readonly owedMinor: number
}

/** A refusal that names the field it is about. */
export type FieldRefusal = Refused & { readonly field: string }
const about = (field: string, ...parts: Parameters<typeof refused>): FieldRefusal => ({ ...refused(...parts), field })

/** What is wrong with promises, the first of it; null where nothing is. */
export function promiseFault(
  promises: readonly PromiseDraft[],
  { today, daysMax, currency, owedMinor }: PromiseBounds,
): FieldRefusal | null {
  const last = addDays(today, daysMax)
  for (const [nth, { amount, promisedFor }] of promises.entries()) {
    const at = (field: string) => `promises.${nth}.${field}`
    if (amount.currency !== currency) return about(at('amount'), 'wrong_currency', { currency })
    if (amount.minor <= 0) return about(at('amount'), 'not_positive')
    if (promisedFor < today) return about(at('promisedFor'), 'promise_in_past', { today })
    if (promisedFor > last) return about(at('promisedFor'), 'promise_too_far', { last, days: daysMax })
    if (promises.slice(0, nth).some((other) => other.promisedFor === promisedFor))
      return about(at('promisedFor'), 'promise_same_day', { day: promisedFor })
  }
  const sumMinor = promises.reduce((sum, { amount }) => sum + amount.minor, 0)
  return sumMinor > owedMinor
    ? about('promises', 'promise_more_than_owed', { owed: ofMinor(owedMinor, currency) })
    : null
}

/** What of a follow-up is at odds with itself, the first of it; null where nothing is. */
export function followUpFault({
  result,
  willingness,
  promises,
  isCustomer,
}: {
  readonly result: ContactResult
  readonly willingness: Willingness
  readonly promises: number
  /** Whether it was the customer's own number. */
  readonly isCustomer: boolean
}): FieldRefusal | null {
  if (promises > 0 && !isCustomer) return about('promises', 'promise_by_another')
  if (promises > 0 && !isCustomerAnswer(result)) return about('promises', 'promise_without_answer')
  if (promises === 0 && isCustomer && needsPromise(result, willingness)) return about('promises', 'promise_needed')
  return null
}
