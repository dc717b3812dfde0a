import type { LoanEvent } from '#contract/loans/flow.ts'
import { ruleEngine } from '#server/modules/loans/decision/names.ts'
import { type Facts, judge, type Verdict } from '#server/modules/loans/decision/table.ts'
import type { Order } from './order.ts'
import type { Random, Weighted } from './random.ts'

/** What the rules know of somebody who applies. */
export interface Applicant {
  readonly ageYears: number
  readonly worstOverdueDays: number
  readonly limitMinor: number
}

/** What kept the rules from passing an application, where its amount did not. */
type Obstacle = Partial<Facts>
const quotaUsedUp: Weighted<Obstacle> = [[{ quotaLeft: false }, 1]]
const obstacles: Partial<Record<LoanEvent, Weighted<Obstacle>>> = {
  machineFail: [
    [{ worstOverdueDays: 34 }, 45],
    [{ accountEnabled: false }, 30],
    [{ blacklisted: true }, 25],
  ],
  machineUndecided: [
    [{ panValid: false }, 60],
    [{ aadhaarValid: false }, 25],
    [{ cardBound: false }, 15],
  ],
}
const none: Obstacle = {}

/** Somebody who repaid later than this is refused: nobody in the book was, who got another loan. */
const lateDaysMax = 30
const sound = {
  ...{ quotaLeft: true, accountEnabled: true, blacklisted: false },
  ...{ panValid: true, aadhaarValid: true, cardBound: true },
} as const

// few differ: what is written of each is the same object
const verdicts = new Map<string, Verdict>()
function verdictOn(facts: Facts): Verdict {
  const key = Object.values(facts).join()
  const known = verdicts.get(key)
  if (known) return known
  const verdict = judge(facts)
  verdicts.set(key, verdict)
  return verdict
}

/** What the rules made of an order, written down as they would. */
export function decideByRules(
  order: Order,
  event: LoanEvent,
  about: { applicant: Applicant; at: Date },
  random: Random,
) {
  const { row, world } = order
  const { ageYears, limitMinor } = about.applicant
  const tooMuch = row.amountMinor > limitMinor
  const table = event === 'quotaFail' && !tooMuch ? quotaUsedUp : obstacles[event]
  const facts: Facts = {
    ...{ ...sound, amountMinor: row.amountMinor, limitMinor, ageYears },
    worstOverdueDays: Math.min(about.applicant.worstOverdueDays, lateDaysMax),
    ...(table ? random.weighted(table) : none),
  }
  const { outcome, code, trace } = verdictOn(facts)
  const decision = { loanId: row.id, outcome, code, remark: null, decidedBy: ruleEngine, at: about.at, trace }
  world.book.sheets.decisions.add(decision)
  return code
}

const remarks = ['Photos and papers agree', 'Name confirmed by phone', 'PAN checked by hand'] as const
const noTrace: Verdict['trace'] = []

/** What a reviewer decided, and whatever they wrote beside it. */
export function decideByHand(order: Order, by: string, at: Date, random: Random): void {
  const { row, world } = order
  const passed = row.deniedCode === null
  world.book.sheets.decisions.add({
    ...{ loanId: row.id, outcome: passed ? 'passed' : 'failed', code: row.deniedCode, decidedBy: by, at },
    ...{ remark: passed ? random.pick(remarks) : null, trace: noTrace },
  })
}
