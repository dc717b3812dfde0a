import type { IdOf } from '#contract/kernel/values.ts'
import type { RuleTrace } from '#contract/loans/detail.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'

/** What is known of an application and of whoever applies, before it is decided. Amounts in minor units. */
export interface Facts {
  readonly amountMinor: number
  /** What the customer may borrow of this product. */
  readonly limitMinor: number
  /** The coupon without which that would be less than what is applied for. */
  readonly limitCoupon?: IdOf<'coupon'> | null
  /** Whether the applications of the day, or of the product, leave room for another. */
  readonly quotaLeft: boolean
  readonly accountEnabled: boolean
  readonly blacklisted: boolean
  /** None where the date of birth is not known. */
  readonly ageYears: number | null
  /** Days that the worst of the earlier loans was repaid late. */
  readonly worstOverdueDays: number
  readonly panValid: boolean
  readonly aadhaarValid: boolean
  readonly cardBound: boolean
}

/** What the rules decide. The code of a refusal is the one of the rule that fitted. */
export interface Verdict {
  readonly outcome: DecisionOutcome
  readonly code: string | null
  readonly trace: readonly RuleTrace[]
}

/** Decides on an application from what is known of it. Whatever it throws sends the application to a reviewer. */
export type Decide = (facts: Facts) => Promise<Verdict>

interface Rule {
  /** A text key below `loans.rule`. */
  readonly rule: string
  readonly outcome: DecisionOutcome
  readonly code: string | null
  readonly value: (facts: Facts) => string | number | boolean | null
  readonly fits: (facts: Facts) => boolean
}

const [adultYears, oldestYears, lateDaysMax] = [18, 65, 30]

/** The rules in their order: the first that fits decides. Refusals come before anything a person could put right. */
const rules: readonly Rule[] = [
  {
    ...{ rule: 'accountEnabled', outcome: 'failed', code: 'D01', value: ({ accountEnabled }) => accountEnabled },
    fits: ({ accountEnabled }) => !accountEnabled,
  },
  {
    ...{ rule: 'blacklisted', outcome: 'failed', code: 'D02', value: ({ blacklisted }) => blacklisted },
    fits: ({ blacklisted }) => blacklisted,
  },
  {
    ...{ rule: 'age', outcome: 'failed', code: 'D03', value: ({ ageYears }) => ageYears },
    fits: ({ ageYears }) => ageYears !== null && (ageYears < adultYears || ageYears > oldestYears),
  },
  {
    ...{ rule: 'worstOverdueDays', outcome: 'failed', code: 'D04', value: ({ worstOverdueDays }) => worstOverdueDays },
    fits: ({ worstOverdueDays }) => worstOverdueDays > lateDaysMax,
  },
  {
    ...{ rule: 'limit', outcome: 'overQuota', code: null, value: ({ limitMinor }) => limitMinor },
    fits: ({ amountMinor, limitMinor }) => amountMinor > limitMinor,
  },
  {
    ...{ rule: 'quotaLeft', outcome: 'overQuota', code: null, value: ({ quotaLeft }) => quotaLeft },
    fits: ({ quotaLeft }) => !quotaLeft,
  },
  {
    ...{ rule: 'ageKnown', outcome: 'undecided', code: null, value: ({ ageYears }) => ageYears },
    fits: ({ ageYears }) => ageYears === null,
  },
  {
    ...{ rule: 'documents', outcome: 'undecided', code: null },
    value: ({ panValid, aadhaarValid }) => panValid && aadhaarValid,
    fits: ({ panValid, aadhaarValid }) => !panValid || !aadhaarValid,
  },
  {
    ...{ rule: 'card', outcome: 'undecided', code: null, value: ({ cardBound }) => cardBound },
    fits: ({ cardBound }) => !cardBound,
  },
]

/** What a fixed table says. Same facts, same verdict; what no rule fits is passed. */
export function judge(facts: Facts): Verdict {
  const at = rules.findIndex(({ fits }) => fits(facts))
  const looked = at === -1 ? rules : rules.slice(0, at + 1)
  const trace = looked.map(({ rule, value }, i) => ({ rule, value: String(value(facts) ?? '–'), hit: i === at }))
  const { outcome, code } = rules[at] ?? { outcome: 'passed', code: null }
  return { outcome, code, trace }
}

/** Decides by the fixed table. */
export const decisionTable: Decide = async (facts) => judge(facts)
