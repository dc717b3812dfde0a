import { daysBetween } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { type Stage, stageOn } from '#contract/stages.ts'
import { type Member, staffOf } from '../staff.ts'
import { agencies, departments } from '../units.ts'
import type { RowOf } from './book.ts'
import type { Debt, Held } from './debt.ts'
import type { Order } from './order.ts'
import type { Random } from './random.ts'
import { transferNowAndThen } from './transfers.ts'

type Row = RowOf<'cases'>
type Ending = Pick<Row, 'closedAt' | 'closeReason'>

/** Shares of the agencies in new cases, in percent. */
const weights = [50, 30, 20] as const
const collectors = staffOf('COL')
const crews = agencies.map(({ id }, i) => [collectors.filter(({ unit }) => unit.parentId === id), weights[i]!] as const)

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
type Contact = Pick<Row, 'lastContactAt' | 'lastResult' | 'promisedFor' | 'followUpAt' | 'hold'>
const nothingYet: Contact = { lastContactAt: null, lastResult: null, promisedFor: null, followUpAt: null, hold: null }
const unclosed: Ending = { closedAt: null, closeReason: null }

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
  readonly #random: Random
  readonly #holders = new Map<Stage, Member>()

  constructor(order: Order, random: Random) {
    this.#order = order
    this.#random = random
  }

  /** Who works the order in that stage. */
  holder(stage: Stage): Member {
    const known = this.#holders.get(stage)
    if (known) return known
    const holder = this.#random.pick(this.#random.weighted(crews))
    this.#holders.set(stage, holder)
    return holder
  }

  /** Writes down the cases that the debt has led to by now: of one plan after the other, the oldest unpaid. */
  write(debt: Debt): void {
    let free: Date | null = null
    for (const plan of debt.plans) {
      const { settledAt } = plan
      // a plan that was closed together with the one before had no case of its own
      if (!settledAt || !free || settledAt > free) this.#work(plan, free)
      if (!settledAt) return
      free = settledAt
    }
  }

  /** A plan is worked from its due date on, but not before the one before it was settled, at `free`. */
  #work(plan: Held, free: Date | null): void {
    const { dueDate, state, settledAt } = plan
    const since = free && this.#order.world.dateOf(free)
    const ending = state === 'open' ? unclosed : { closedAt: settledAt, closeReason: closeReasons[state] }
    this.#follow(plan, since && since > dueDate ? since : dueDate, this.#untilBadDebt(plan, ending))
  }

  /** Collection gives up on the day an order becomes bad debt. */
  #untilBadDebt({ dueDate }: Held, ending: Ending): Ending {
    const { world, row } = this.#order
    const day = world.after(dueDate, row.terms.penalty.badDebtDays)
    if (day > world.today) return ending
    const at = world.at(day, 0)
    return ending.closedAt && ending.closedAt < at ? ending : { closedAt: at, closeReason: 'recalled' }
  }

  /** From stage to stage until the end, or until today. */
  #follow({ dueDate }: Held, from: LocalDate, ending: Ending): void {
    const { world } = this.#order
    const until = ending.closedAt ? world.dateOf(ending.closedAt) : world.today
    let day = from
    while (day <= until) {
      const stage = stageOn(daysBetween(dueDate, day))
      if (!stage) return
      const next = world.after(dueDate, stage.toDay + 1)
      const rolled = { closedAt: world.at(next, openMinute), closeReason: 'rolled' } as const
      this.#add(stage, world.at(day, openMinute), until < next ? ending : rolled)
      day = next
    }
  }

  /** Who works a case; nobody yet where an open one waits. */
  #worker(stage: Stage, openedOn: LocalDate, closedAt: Date | null): Member | null {
    if (closedAt) return this.holder(stage)
    const { world } = this.#order
    const waits =
      openedOn === world.today ? world.deal('case of today', waitingToday) : world.deal('case', waitingLater)
    return waits ? null : this.holder(stage)
  }

  #add(stage: Stage, openedAt: Date, { closedAt, closeReason }: Ending): void {
    const { world, row } = this.#order
    const { sheets } = world.book
    const openedOn = world.dateOf(openedAt)
    const holder = this.#worker(stage, openedOn, closedAt)
    const contact = holder ? this.#contact(openedAt, closedAt ?? world.now) : nothingYet
    const state = closedAt ? 'closed' : holder ? 'allocated' : 'allocating'
    const collectorId = holder?.id ?? null
    const groupId = holder?.unit.id ?? null
    const agencyId = holder?.unit.parentId ?? null
    if (!closedAt) Object.assign(row, { collectorId, groupId, agencyId })
    const opened: Row = {
      collectorId,
      groupId,
      agencyId,
      id: world.book.id('case', openedOn),
      loanId: row.id,
      state,
      stage: stage.id,
      unitPath: (holder?.unit ?? departments.collection).path,
      promisedFor: contact.promisedFor,
      followUpAt: contact.followUpAt,
      lastResult: contact.lastResult,
      lastContactAt: contact.lastContactAt,
      hold: state === 'allocated' ? contact.hold : null,
      openedAt,
      allocatedAt: holder && world.at(openedOn, allocateMinute),
      closedAt: closedAt && closedAt < openedAt ? openedAt : closedAt,
      closeReason,
    }
    sheets.cases.add(opened)
    if (holder) transferNowAndThen(world, opened, holder, this.#random)
  }

  /** What came of calling the customer, if anybody did. */
  #contact(from: Date, until: Date): Contact {
    const { world } = this.#order
    const random = this.#random
    const hold = random.weighted(holds)
    const first = world.dateOf(from)
    const day = world.after(first, random.int(0, daysBetween(first, world.dateOf(until))))
    const lastContactAt = world.at(day, random.int(callFrom, callTo))
    if (lastContactAt <= from || lastContactAt >= until) return { ...nothingYet, hold }
    const lastResult = random.weighted(results)
    const promises = reached.includes(lastResult) && random.chance(promiseShare)
    const promisedFor = promises ? world.after(day, random.int(1, 5)) : null
    // not through `at`, which knows nothing of tomorrow
    const followUpAt = new Date(lastContactAt.getTime() + random.int(20, 70) * 3_600_000)
    const keeps = promisedFor !== null && promisedFor >= world.today && random.chance(0.3)
    return { lastContactAt, lastResult, promisedFor, followUpAt, hold: keeps ? 'promise' : hold }
  }
}
