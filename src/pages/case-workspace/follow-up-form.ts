import {
  type ContactResult,
  contactResults,
  type FieldRefusal,
  type FollowUpWay,
  followUpFault,
  followUpWays,
  type PromiseDraft,
  preselectedFor,
  promiseFault,
  repaymentWillingness,
  type Willingness,
} from '#contract/follow-up-rules.ts'
import { ownNumber } from '#contract/follow-ups.ts'
import { subtract } from '#contract/kernel/money.ts'
import type { LocalDate, Money } from '#contract/kernel/values.ts'
import type { ParsedPromises } from './parse-promises.ts'

/** Fields of a follow-up form, while it is filled in. */
export interface FollowUpFields {
  readonly number: string
  readonly way: FollowUpWay
  readonly result: ContactResult | null
  readonly willingness: Willingness | null
  /** What the next digit says. */
  readonly turn: 'result' | 'willingness'
  /** Promises, and when to follow up next, as they are typed; next left empty: as the promise, or the result, has it. */
  readonly promise: string
  readonly next: string
  readonly remark: string
  readonly notTheirs: boolean
}
/** A form before anybody types: the customer, by phone. */
export const emptyForm: FollowUpFields = {
  ...{ number: ownNumber, way: 'phone', result: null, willingness: null, turn: 'result' },
  ...{ promise: '', next: '', remark: '', notTheirs: false },
}

/** What is left of what is owed today where a part of it is paid now; undefined of a payment that is none, or all of it. */
export const leftOf = (today: Money, paid: Money): Money | undefined =>
  paid.currency === today.currency && paid.minor > 0 && paid.minor < today.minor ? subtract(today, paid) : undefined

/** Chooses a result: with it what is preselected, and the next digit says how willing somebody is. */
export const withResult = (form: FollowUpFields, result: ContactResult, today: LocalDate): FollowUpFields => ({
  ...form,
  result,
  willingness: preselectedFor(result, today)?.willingness ?? null,
  turn: 'willingness',
  notTheirs: result === 2 && form.notTheirs,
})

/** Chooses how willing somebody is; the next digit says another result. */
export const withWillingness = (form: FollowUpFields, willingness: Willingness): FollowUpFields => ({
  ...form,
  willingness,
  turn: 'result',
})

/** What a digit says: first the result, then the willingness; of what is neither nothing. */
export function withDigit(form: FollowUpFields, digit: number, today: LocalDate): FollowUpFields {
  const willingness = repaymentWillingness.find((one) => one === digit)
  if (form.turn === 'willingness') return willingness ? withWillingness(form, willingness) : form
  const result = contactResults.find((one) => one === digit)
  return result ? withResult(form, result, today) : form
}

/** The next of the ways in which somebody is contacted. */
export const nextWay = (way: FollowUpWay): FollowUpWay =>
  followUpWays[(followUpWays.indexOf(way) + 1) % followUpWays.length]!

/** What a follow-up says, once enough of it is there. */
export type FormField = 'result' | 'willingness' | 'promises' | 'nextAt' | 'remark'

/** Whether whoever was spoken to has something to promise, so that it is asked for. */
export const wantsPromise = ({ number, result, willingness }: FollowUpFields): boolean =>
  result !== null &&
  willingness !== null &&
  followUpFault({ result, willingness, promises: 0, isCustomer: number === ownNumber }) !== null

interface Held {
  readonly today: LocalDate
  readonly daysMax: number
  readonly owedOn: (day: LocalDate) => Money | undefined
}

/** What is at odds in what is promised, by the rules that the server goes by; null where nothing is. */
export function promiseProblem(
  { number, result, willingness }: FollowUpFields,
  promises: readonly PromiseDraft[],
  { today, daysMax, owedOn }: Held,
): FieldRefusal | null {
  if (promises.length === 0 || result === null || willingness === null) return null
  const isCustomer = number === ownNumber
  const odd = followUpFault({ result, willingness, promises: promises.length, isCustomer })
  if (odd) return odd
  const last = promises
    .map(({ promisedFor }) => promisedFor)
    .toSorted()
    .at(-1)!
  const owed = owedOn(last) ?? promises[0]!.amount
  return promiseFault(promises, { today, daysMax, currency: owed.currency, owedMinor: owed.minor })
}

/** What is still missing, in the order of the form. */
export function missingFields(form: FollowUpFields, { promises }: Pick<ParsedPromises, 'promises'>): FormField[] {
  const missing: (FormField | false)[] = [
    form.result === null && 'result',
    form.result !== null && form.willingness === null && 'willingness',
    promises.length === 0 && wantsPromise(form) && 'promises',
    form.remark.trim() === '' && 'remark',
  ]
  return missing.filter((field) => field !== false)
}
