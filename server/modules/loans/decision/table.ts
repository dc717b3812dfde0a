import type { IdOf } from '#contract/kernel/values.ts'
import type { RuleTrace } from '#contract/loans/detail.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import type { MachineFindings } from '#server/modules/machine-reviews/steps/findings.ts'
import { type CustomerFacts, customerRules } from '../steps/customer-rules.ts'

/** What is known of an application and of whoever applies, before it is decided. Amounts in minor units. */
export interface Facts extends CustomerFacts {
  readonly amountMinor: number
  /** What the customer may borrow of this product. */
  readonly limitMinor: number
  /** The coupon without which that would be less than what is applied for. */
  readonly limitCoupon?: IdOf<'coupon'> | null
  /** Whether the applications of the day, or of the product, leave room for another. */
  readonly quotaLeft: boolean
  readonly panValid: boolean
  readonly aadhaarValid: boolean
  readonly cardBound: boolean
  /** What third parties have found; none where nobody was asked. */
  readonly machine?: MachineFindings | null
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
  readonly value: (facts: Facts) => string | number | boolean | null | undefined
  readonly fits: (facts: Facts) => boolean
}

/** Below these a person looks: likeness of faces in millionths, the bureau's score. */
const [likenessLeast, scoreLeast] = [800_000, 600]

/** The rules in their order: the first that fits decides. Refusals come before anything a person could put right. */
const rules: readonly Rule[] = [
  ...customerRules,
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

const wasAbnormal = ({ state }: MachineFindings) => state !== 'done'
const isUnlike = ({ facePpm, alive }: MachineFindings) => facePpm !== null && (facePpm < likenessLeast || !alive)
const isPoor = ({ bureauScore }: MachineFindings) => bureauScore !== null && bureauScore < scoreLeast

/** A rule about a machine review: whatever it finds, a person decides. */
const machineRule = (
  rule: string,
  value: (machine: MachineFindings) => string | number | null,
  fits: (machine: MachineFindings) => boolean,
): Rule => ({
  ...{ rule, outcome: 'undecided', code: null },
  value: ({ machine }) => machine && value(machine),
  fits: ({ machine }) => Boolean(machine && fits(machine)),
})

/** Rules about what third parties have found, behind the others: only where they were asked. */
const machineRules: readonly Rule[] = [
  machineRule('machineReview', ({ state }) => state, wasAbnormal),
  machineRule(
    'readings',
    ({ differing }) => differing.join(', '),
    ({ differing }) => differing.length > 0,
  ),
  machineRule('face', ({ facePpm }) => facePpm && facePpm / 1e6, isUnlike),
  machineRule('bureauScore', ({ bureauScore }) => bureauScore, isPoor),
]

/** What a fixed table says. Same facts, same verdict; what no rule fits is passed. */
export function judge(facts: Facts): Verdict {
  const asked = facts.machine ? [...rules, ...machineRules] : rules
  const at = asked.findIndex(({ fits }) => fits(facts))
  const looked = at === -1 ? asked : asked.slice(0, at + 1)
  const trace = looked.map(({ rule, value }, i) => ({ rule, value: String(value(facts) ?? '–'), hit: i === at }))
  const { outcome, code } = asked[at] ?? { outcome: 'passed', code: null }
  return { outcome, code, trace }
}

/** Decides by the fixed table. */
export const decisionTable: Decide = async (facts) => judge(facts)
