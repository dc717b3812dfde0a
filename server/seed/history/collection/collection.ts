import { collectionCase } from '#contract/cases.ts'
import { daysBetween } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { stageOf } from '#contract/stage-days.ts'
import type { NamedStage } from '#server/modules/stages/steps.ts'
import { crewOf } from '#server/seed/collectors.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { Debt, PlanAccount } from '#server/seed/history/money/debt.ts'
import type { Order } from '#server/seed/history/orders/order.ts'
import type { Random } from '#server/seed/history/random.ts'
import type { Member } from '#server/seed/staff.ts'
import { agencies, agencyOf, departments } from '#server/seed/units.ts'
import { simulateTransfers } from './case-transfers.ts'
import { writeFollowUps, writeHold } from './follow-ups.ts'

type CaseRow = RowOf<'cases'>
/** A debt, and the plan of it that is worked. */
type Worked = readonly [Debt, PlanAccount]
type Closure = Pick<CaseRow, 'closedAt' | 'closeReason'>

/** Shares of the agencies in new cases, in percent. */
const shares = agencies.map((agency) => [agency, agency.weight ?? 0] as const)

/** What came of the last contact, 1 to 9: answered, by somebody else, no answer, busy, … */
const results = [
  [1, 34],
  [2, 8],
  [3, 30],
  [4, 8],
  [5, 4],
  [6, 7],
  [7, 5],
  [8, 3],
  [9, 1],
] as const
/** Results that a promise can follow: answered in person, or by message. */
const reached = [1, 7]
const holds = [
  ['dispute', 12],
  ['legal', 8],
  ['deceased', 2],
  [null, 978],
] as const
type Contact = Pick<CaseRow, 'lastContactAt' | 'lastResult' | 'promisedFor' | 'followUpAt' | 'hold'>
const nothingYet: Contact = { lastContactAt: null, lastResult: null, promisedFor: null, followUpAt: null, hold: null }
/** Whose a case of a collector is. */
const holdingOf = ({ id, unit }: Member) => ({ collectorId: id, groupId: unit.id, agencyId: agencyOf(unit)!.id })
const heldByNobody = { collectorId: null, groupId: null, agencyId: null }
const unclosed: Closure = { closedAt: null, closeReason: null }

/** Jobs open cases and hand them out at night; customers are called by day. */
const openMinute = 10
const allocateMinute = 30
const [callFrom, callTo] = [8 * 60, 19 * 60]
/** So many of the open cases wait for a collector: of today's, and of older ones that were given back. */
const waitingToday = [
  [true, 15],
  [false, 85],
] as const
const waitingLater = [
  [true, 2],
  [false, 98],
] as const
const promiseShare = 0.35

const closeReasons = { paid: 'paid', paidReduced: 'paid', extended: 'extended', writtenOff: 'writtenOff' } as const

/** An order in the hands of collection: one case for each stage it has gone through, closed but for the last. */
export class Collection {
  readonly #order: Order
  readonly #phone: string
  readonly #random: Random
  readonly #holders = new Map<NamedStage, Member>()

  /** `phone`: of whoever owes. */
  constructor(order: Order, phone: string, random: Random) {
    this.#order = order
    this.#phone = phone
    this.#random = random
  }

  /** Who works the order in that stage. */
  holder(stage: NamedStage): Member {
    const known = this.#holders.get(stage)
    if (known) return known
    const holder = this.#random.pick(crewOf(this.#random.weighted(shares), stage, this.#order.context.stages))
    this.#holders.set(stage, holder)
    return holder
  }

  /** Writes down the cases that the debt has led to by now: of one plan after the other, the oldest unpaid. */
  write(debt: Debt): void {
    let free: Date | null = null
    for (const plan of debt.plans) {
      const { settledAt } = plan
      // a plan that was closed together with the one before had no case of its own
      if (!settledAt || !free || settledAt > free) this.#work(debt, plan, free)
      if (!settledAt) return
      free = settledAt
    }
  }

  /** A plan is worked from its due date on, but not before the one before it was settled, at `free`. */
  #work(debt: Debt, plan: PlanAccount, free: Date | null): void {
    const { dueDate, state, settledAt } = plan
    const since = free && this.#order.context.dateOf(free)
    const ending = state === 'open' ? unclosed : { closedAt: settledAt, closeReason: closeReasons[state] }
    this.#follow([debt, plan], since && since > dueDate ? since : dueDate, this.#untilBadDebt(plan, ending))
  }

  /** Collection gives up on the day an order becomes bad debt. */
  #untilBadDebt({ dueDate }: PlanAccount, ending: Closure): Closure {
    const { context, row } = this.#order
    const day = context.after(dueDate, row.terms.penalty.badDebtDays)
    if (day > context.today) return ending
    const at = context.at(day, 0)
    return ending.closedAt && ending.closedAt < at ? ending : { closedAt: at, closeReason: 'recalled' }
  }

  /** From stage to stage until the end, or until today. */
  #follow(about: Worked, from: LocalDate, ending: Closure): void {
    const { context } = this.#order
    const { dueDate } = about[1]
    const until = ending.closedAt ? context.dateOf(ending.closedAt) : context.today
    let day = from
    while (day <= until) {
      const stage = stageOf(context.stages, daysBetween(dueDate, day))
      if (!stage) return
      if (stage.lastDay === null) {
        this.#add(about, stage, context.at(day, openMinute), ending)
        return
      }
      const next = context.after(dueDate, stage.lastDay + 1)
      const rolled = { closedAt: context.at(next, openMinute), closeReason: 'rolled' } as const
      this.#add(about, stage, context.at(day, openMinute), until < next ? ending : rolled)
      day = next
    }
  }

  /** Who works a case; nobody yet where an open one waits. */
  #worker(stage: NamedStage, openedOn: LocalDate, closedAt: Date | null): Member | null {
    if (closedAt) return this.holder(stage)
    const { context } = this.#order
    const waits =
      openedOn === context.today
        ? context.drawEvenly('case of today', waitingToday)
        : context.drawEvenly('case', waitingLater)
    return waits ? null : this.holder(stage)
  }

  #add([debt, plan]: Worked, stage: NamedStage, openedAt: Date, { closedAt, closeReason }: Closure): void {
    const { context, row } = this.#order
    const { buffers: sheets } = context.book
    const openedOn = context.dateOf(openedAt)
    const holder = this.#worker(stage, openedOn, closedAt)
    const contact = holder ? this.#contact(openedAt, closedAt ?? context.now) : nothingYet
    const state = closedAt ? 'closed' : holder ? 'allocated' : 'allocating'
    const holding = holder ? holdingOf(holder) : heldByNobody
    if (!closedAt) Object.assign(row, holding)
    const opened: CaseRow = {
      ...holding,
      id: context.book.id(collectionCase.ids, openedOn),
      loanId: row.id,
      state,
      stage: stage.id,
      unitPath: (holder?.unit ?? departments.collection).path,
      promisedFor: contact.promisedFor,
      brokenOn: null,
      dueDate: plan.dueDate,
      willingness: null,
      followUpAt: contact.followUpAt,
      lastResult: contact.lastResult,
      lastContactAt: contact.lastContactAt,
      hold: state === 'allocated' ? contact.hold : null,
      openedAt,
      waitingSince: state === 'allocating' ? openedAt : null,
      allocatedAt: holder && context.at(openedOn, allocateMinute),
      closedAt: closedAt && closedAt < openedAt ? openedAt : closedAt,
      closeReason,
    }
    if (holder) {
      const worked = { row: opened, debt, plan, holder, phone: this.#phone }
      Object.assign(opened, writeFollowUps(worked))
      writeHold(worked)
    }
    sheets.cases.add(opened)
    if (holder) simulateTransfers(context, opened, holder, this.#random)
  }

  /** What came of calling the customer, if anybody did. */
  #contact(from: Date, until: Date): Contact {
    const { context } = this.#order
    const random = this.#random
    const hold = random.weighted(holds)
    const first = context.dateOf(from)
    const day = context.after(first, random.int(0, daysBetween(first, context.dateOf(until))))
    const lastContactAt = context.at(day, random.int(callFrom, callTo))
    if (lastContactAt <= from || lastContactAt >= until) return { ...nothingYet, hold }
    const lastResult = random.weighted(results)
    const promises = reached.includes(lastResult) && random.chance(promiseShare)
    const promisedFor = promises ? context.after(day, random.int(1, 5)) : null
    // not through `at`, which knows nothing of tomorrow
    const followUpAt = new Date(lastContactAt.getTime() + random.int(20, 70) * 3_600_000)
    const keeps = promisedFor !== null && promisedFor >= context.today && random.chance(0.3)
    return { lastContactAt, lastResult, promisedFor, followUpAt, hold: keeps ? 'promise' : hold }
  }
}
