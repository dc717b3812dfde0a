import type { Willingness } from '#contract/follow-up-rules.ts'
import { ownNumber } from '#contract/follow-ups.ts'
import { lastFourOf } from '#contract/kernel/mask.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { promiseOutcomes } from '#contract/promise-outcomes.ts'
import { promise as promiseSubject } from '#contract/promises.ts'
import { ids } from '#server/kernel/base/ids.ts'
import { phoneMark } from '#server/modules/do-not-disturb/steps.ts'
import type { PromiseEnding } from '#server/modules/promises/steps.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later } from '#server/seed/history/context.ts'
import type { Debt, PlanAccount } from '#server/seed/history/money/debt.ts'
import { Random } from '#server/seed/history/random.ts'
import type { Member } from '#server/seed/staff.ts'

type CaseRow = RowOf<'cases'>
type Promised = RowOf<'promises'>
type Result = RowOf<'followUps'>['result']

const remarks = {
  promised: [
    ['Salary comes then', 5],
    ['Pays as soon as a customer has paid', 2],
    ['Gives a part now, the rest with the next salary', 2],
    ['Will pay in the app', 4],
  ],
  spoken: [
    ['Wants to be called again', 4],
    ['Says the amount is too high', 2],
    ['Lost the job, looks for another', 2],
    ['Asked for an extension', 1],
  ],
  silent: [
    ['Rang to the end', 6],
    ['Cut off after two rings', 2],
    ['Nobody at home', 1],
    ['Tried twice', 2],
  ],
} as const
const willing = [
  [1, 50],
  [2, 35],
  [4, 15],
] as const
const unwilling = [
  [3, 35],
  [5, 65],
] as const
/** Earlier in the same case somebody was tried in vain as often. */
const triedBefore = 0.4

/** A case that somebody works, what it is about, and by which number. */
export interface WorkedCase {
  readonly row: CaseRow
  readonly debt: Debt
  readonly plan: PlanAccount
  readonly holder: Member
  readonly phone: string
}

/** Where money stands against what was promised, as the product finds it out. */
function outcomeOf(promised: Promised, { row, debt }: WorkedCase): Partial<Promised> {
  const { context } = debt.order
  const money = debt.payments.flatMap(({ state, completedAt, amountMinor }) =>
    state === 'success' && completedAt
      ? [{ amountMinor, valueDay: context.dateOf(completedAt), knownAt: completedAt }]
      : [],
  )
  const plans = debt.plans.map(({ dueDate, state, settledAt }) => ({
    dueDate,
    settledOn: settledAt && (state === 'paid' || state === 'paidReduced') ? context.dateOf(settledAt) : null,
  }))
  const { state, paidMinor } = promiseOutcomes([promised], money, { today: context.today, plans }).get(promised.id)!
  const { closedAt, closeReason } = row
  const gone = closeReason === 'extended' || closeReason === 'writtenOff'
  if (state !== 'kept' && gone && closedAt && context.dateOf(closedAt) <= promised.promisedFor)
    return { state: 'cancelled', paidMinor, decidedAt: closedAt, reason: closeReason satisfies PromiseEnding }
  if (state === 'open') return { paidMinor }
  const brokenOn = state === 'broken' ? context.after(promised.promisedFor, 1) : null
  const paidAt = money.find(({ valueDay }) => valueDay >= promised.madeOn)?.knownAt
  return { state, paidMinor, brokenOn, decidedAt: brokenOn ? context.at(brokenOn, 2) : (paidAt ?? promised.madeAt) }
}

/** A promise of a part of what the plan asks for, and what has become of it. */
function promiseOf(worked: WorkedCase, followUp: RowOf<'followUps'>, promisedFor: LocalDate, random: Random): Promised {
  const { row, debt, plan, holder } = worked
  const { context } = debt.order
  const madeOn = context.dateOf(followUp.at)
  const dueMinor = plan.charged.principal + plan.charged.interest + plan.charged.fee
  const amountMinor = Math.max(
    100,
    Math.floor(
      (dueMinor *
        random.weighted([
          [1, 6],
          [0.5, 3],
          [0.3, 1],
        ])) /
        100,
    ) * 100,
  )
  const promised: Promised = {
    ...{ id: context.book.id(promiseSubject.ids, madeOn), state: 'open', followUpId: followUp.id, caseId: row.id },
    ...{ loanId: row.loanId, amountMinor, paidMinor: 0, currency: debt.order.row.currency, promisedFor, madeOn },
    ...{ madeAt: followUp.at, collectorId: holder.id, agencyId: row.agencyId, stage: row.stage },
    ...{ decidedAt: null, brokenOn: null, reason: null },
  }
  return { ...promised, ...outcomeOf(promised, worked) }
}

/** Writes down how somebody was contacted. Answers it. */
function addFollowUp(
  { row, debt, holder, phone }: WorkedCase,
  contact: Pick<RowOf<'followUps'>, 'at' | 'result' | 'willingness' | 'nextAt' | 'remark'>,
): RowOf<'followUps'> {
  const { context, row: loan } = debt.order
  const { country, now, secrets } = context
  const followUp: RowOf<'followUps'> = {
    ...{ id: context.book.id(ids.followUp, context.dateOf(contact.at)), caseId: row.id, loanId: row.loanId },
    ...{ customerId: loan.customerId, collectorId: holder.id, way: contact.result > 6 ? 'whatsApp' : 'phone' },
    ...{ number: ownNumber, phoneTail: lastFourOf(phone), relation: null, outcome: null, ...contact },
    phoneMark: phoneMark(phone, { clock: { country, now: () => now }, secrets }),
  }
  context.book.buffers.followUps.add(followUp)
  return followUp
}

/** What came of contacting the customer of a case, with what was promised: what the case shows of it. */
export function writeFollowUps(worked: WorkedCase): Pick<CaseRow, 'promisedFor' | 'brokenOn' | 'willingness'> {
  const { row, debt } = worked
  const { context } = debt.order
  // of its own: what happens to the customer later does not depend on what is written down here
  const random = new Random(`${row.id} follow-ups`)
  const { lastContactAt: at, lastResult, promisedFor, followUpAt } = row
  if (!at || !lastResult || !followUpAt) return { promisedFor: null, brokenOn: null, willingness: null }
  const before = later(at, -random.int(90, 300))
  if (random.chance(triedBefore) && before > row.openedAt) {
    const contact = { result: 3, willingness: 5, nextAt: at, remark: random.weighted(remarks.silent) } as const
    addFollowUp(worked, { ...contact, at: before })
  }
  const result = lastResult as Result // one of the results above
  const kind = promisedFor ? 'promised' : result === 1 || result === 7 ? 'spoken' : 'silent'
  const willingness: Willingness =
    kind === 'promised' ? random.weighted(willing) : kind === 'spoken' ? random.weighted(unwilling) : 5
  const remark = random.weighted<string>(remarks[kind])
  const followUp = addFollowUp(worked, { at, result, willingness, nextAt: followUpAt, remark })
  if (!promisedFor) return { promisedFor: null, brokenOn: null, willingness }
  const promised = promiseOf(worked, followUp, promisedFor, random)
  context.book.buffers.promises.add(promised)
  return { promisedFor: promised.state === 'open' ? promisedFor : null, brokenOn: promised.brokenOn, willingness }
}

const holdRemarks = {
  dispute: 'Says that it was paid already',
  deceased: 'Told by the family',
  legal: 'With the lawyers',
  promise: 'Has promised to pay',
} as const

/** What keeps collection from an order, as its open case shows it. */
export function writeHold({ row, debt, holder }: WorkedCase): void {
  const { hold, closedAt } = row
  if (!hold || closedAt) return
  debt.order.context.book.buffers.caseHolds.add({
    ...{ loanId: row.loanId, kind: hold, until: hold === 'promise' ? row.promisedFor : null },
    ...{
      remark: holdRemarks[hold],
      outcome: null,
      ticketId: null,
      setBy: holder.name,
      setAt: row.lastContactAt ?? row.openedAt,
    },
    ...{ state: 'active', endedBy: null, endedAt: null, endRemark: null },
  })
}
