import type { LoanEvent } from '#contract/loans/flow.ts'
import { type Facts, judge, type Verdict } from '#server/modules/loans/decision/table.ts'
import { ruleEngine } from '#server/modules/loans/steps/decisions.ts'
import type { Random, Weighted } from '#server/seed/history/random.ts'
import type { Order } from './order.ts'

/** What the rules know of somebody who applies. */
export interface Applicant {
  readonly ageYears: number
  readonly worstOverdueDays: number
  readonly limitMinor: number
}

/** What kept the rules from passing an application, where its amount did not. */
type Obstacle = Partial<Facts>
const found = { state: 'done', facePpm: 930_000, alive: true, bureauScore: 700, differing: [] } as const
const quotaUsedUp: Weighted<Obstacle> = [[{ quotaLeft: false }, 1]]
const obstacles: Partial<Record<LoanEvent, Weighted<Obstacle>>> = {
  machineFail: [
    [{ worstOverdueDays: 34 }, 45],
    [{ accountEnabled: false }, 30],
    [{ blacklisted: true }, 25],
  ],
  machineUndecided: [
    [{ machine: { ...found, differing: ['birthDate'] } }, 40],
    [{ machine: { ...found, bureauScore: 560 } }, 40],
    [{ machine: { ...found, facePpm: 640_000 } }, 12],
    [{ machine: { ...found, state: 'abnormal', bureauScore: null } }, 8],
  ],
}
const none: Obstacle = {}

/** Somebody who repaid later than this is refused: nobody in the book was, who got another loan. */
const lateDaysMax = 30
/** What keeps nobody from a loan. */
export const sound = {
  ...{ quotaLeft: true, accountEnabled: true, blacklisted: false },
  ...{ panValid: true, aadhaarValid: true, cardBound: true },
} as const

// few differ: what is written of each is the same object
const verdicts = new Map<string, Verdict>()

/** What the rules say of somebody whom `obstacle` stands in the way of, or nothing; `over`: they ask for too much. */
function verdictOn({ ageYears, worstOverdueDays, limitMinor }: Applicant, obstacle: Obstacle, over: boolean): Verdict {
  const days = Math.min(worstOverdueDays, lateDaysMax)
  const key = `${ageYears} ${days} ${limitMinor} ${over} ${JSON.stringify(obstacle)}`
  const known = verdicts.get(key)
  if (known) return known
  const asked = { amountMinor: over ? limitMinor + 1 : limitMinor, limitMinor, ageYears, worstOverdueDays: days }
  const verdict = judge({ ...sound, ...asked, ...obstacle })
  verdicts.set(key, verdict)
  return verdict
}

interface DecisionContext {
  readonly applicant: Applicant
  readonly at: Date
}

/** What was looked at is kept so many days: told of every order, it would be a tenth of the book. */
export const tracedDays = 45
/** Whether it is so recent that what was looked at is kept. */
export const isTraced = ({ row, context }: Order): boolean => context.ago(context.dateOf(row.appliedAt)) <= tracedDays

/** Writes down what the rules made of an order, as they would. Answers the code of a refusal. */
export function decideByRules(order: Order, event: LoanEvent, { applicant, at }: DecisionContext, random: Random) {
  const { row } = order
  const traced = isTraced(order)
  if (!traced && event !== 'machineFail') return null
  const over = row.amountMinor > applicant.limitMinor
  const table = event === 'quotaFail' && !over ? quotaUsedUp : obstacles[event]
  const { outcome, code, trace } = verdictOn(applicant, table ? random.weighted(table) : none, over)
  if (traced) order.decided('machineResult', { outcome, code, remark: null, decidedBy: ruleEngine, at, trace })
  return code
}

const remarks = ['Photos and papers agree', 'Name confirmed by phone', 'PAN checked by hand'] as const
const noTrace: Verdict['trace'] = []

/** What a reviewer decided, and whatever they wrote beside it. Answers that. */
export function decideManually(order: Order, by: string, at: Date, random: Random): string | null {
  if (!isTraced(order)) return null
  const { row } = order
  const passed = row.deniedCode === null
  const remark = passed ? random.pick(remarks) : null
  order.decided('manualResult', {
    ...{ outcome: passed ? 'passed' : 'failed', code: row.deniedCode, decidedBy: by, at },
    ...{ remark, trace: noTrace },
  })
  return remark
}
