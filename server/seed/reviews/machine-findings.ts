import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { judge } from '#server/modules/loans/decision/table.ts'
import { decisionRows, type StoredLoan } from '#server/modules/loans/store.ts'
import type { MachineFindings } from '#server/modules/machine-reviews/steps/findings.ts'
import { machineReviewRows, type StoredMachineReview } from '#server/modules/machine-reviews/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { sound } from '../history/orders/decisions.ts'

/** What machines have found of somebody in the demo, who always has a face. */
interface DemoFindings extends MachineFindings {
  readonly facePpm: number
  readonly bureauScore: number | null
  /** How long it took, in ms, and how often was asked. */
  readonly tookMs: number
  readonly tries: number
}

const luckOf = (id: string): number => Number.parseInt(sha256(`${id} findings`).slice(0, 4), 16)
/** Of so many in a row each is left open for its own reason: no answer, the year of birth, the face, the score. */
const reasons = 12
const [triesMax, scoreLeast] = [5, 600]

/** What machines have found of the nth of whoever is left to a person: one of what the rules leave to one. */
export function findingsOf({ id, birthDate }: { id: string; birthDate: LocalDate | null }, nth: number): DemoFindings {
  const luck = luckOf(id)
  const at = nth % reasons
  const [isSilent, isUnlike] = [at === 0, at === 3]
  const differing = birthDate && at % 4 === 1 ? ['birthDate'] : []
  const isPoor = !(isSilent || isUnlike || differing.length > 0)
  const score = isPoor ? scoreLeast - 10 - (luck % 110) : scoreLeast + (luck % 220)
  return {
    ...{ state: isSilent ? 'abnormal' : 'done', differing, alive: true },
    facePpm: isUnlike ? 580_000 + (luck % 12) * 10_000 : 820_000 + (luck % 16) * 10_000,
    bureauScore: isSilent ? null : score,
    ...{ tookMs: isSilent ? 31_000 : 2_000 + (luck % 5_000), tries: isSilent ? triesMax : luck % 6 === 0 ? 2 : 1 },
  }
}

type Loan = Pick<StoredLoan, 'id' | 'resubmits' | 'customerId' | 'appliedAt'>

const reviewFor = ({ id, resubmits, customerId, appliedAt }: Loan, found: DemoFindings): StoredMachineReview => ({
  ...{ id: `${id}-${resubmits}` as StoredMachineReview['id'], customerId, loanId: id }, // as the run names it
  ...{ state: found.state, startedAt: appliedAt, completedAt: new Date(appliedAt.getTime() + found.tookMs) },
  ...{ tries: found.tries, nextTryAt: null, readAt: appliedAt, alive: true, facePpm: found.facePpm },
  ...{ bureauScore: found.bureauScore, error: found.state === 'abnormal' ? 'HTTP 503' : null },
})

/** Has the rules say what they would have said of it: everything else was as they found it, and sound. */
async function judgeAgain(db: Db, { id }: Loan, machine: MachineFindings): Promise<void> {
  const left = and(eq(decisionRows.loanId, id), eq(decisionRows.outcome, 'undecided'))
  for (const decision of await db.select().from(decisionRows).where(left)) {
    const looked = new Map(decision.trace.map(({ rule, value }) => [rule, Number(value)]))
    const [limitMinor, ageYears, worstOverdueDays] = [
      looked.get('limit'),
      looked.get('age'),
      looked.get('worstOverdueDays'),
    ]
    if (limitMinor === undefined || ageYears === undefined || worstOverdueDays === undefined) continue
    const { trace } = judge({ ...sound, amountMinor: limitMinor, limitMinor, ageYears, worstOverdueDays, machine })
    await db.update(decisionRows).set({ trace }).where(eq(decisionRows.id, decision.id))
  }
}

/** Writes down what machines have found, for the reviewer and as the reason why there is one. */
export async function addFindings(db: Db, loan: Loan, found: DemoFindings): Promise<void> {
  const review = reviewFor(loan, found)
  await db.insert(machineReviewRows).values(review).onConflictDoNothing()
  await judgeAgain(db, loan, found)
  const isAbnormal = found.state === 'abnormal'
  const told = {
    ...{ machineReviewId: review.id, machineState: isAbnormal ? ('abnormal' as const) : ('passed' as const) },
    ...{ machineCompletedAt: review.completedAt, machineSeconds: Math.round(found.tookMs / 1_000) },
  }
  const ofLoan = eq(reviewRows.loanId, loan.id)
  await db.update(reviewRows).set(told).where(ofLoan)
  if (!isAbnormal) return
  const waiting = and(
    ofLoan,
    eq(reviewRows.state, 'unclaimed'),
    isNull(reviewRows.endedAt),
    isNotNull(reviewRows.waitingSince),
  )
  await db.update(reviewRows).set({ state: 'manualCheck' }).where(waiting)
}
