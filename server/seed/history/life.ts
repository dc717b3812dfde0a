import type { LocalDate } from '#contract/kernel/values.ts'
import { owed } from '#contract/loans/balance.ts'
import { type LoanState, loan } from '#contract/loans/flow.ts'
import { staffOf } from '../staff.ts'
import type { Collection } from './collection.ts'
import { byColumn, type Debt, type Held } from './debt.ts'
import type { Link } from './episodes.ts'
import { allOf, beginPayment, enterPayment, pay, payExtension, receive, writeOffPaid } from './payments.ts'
import type { Random } from './random.ts'
import { ask, pass, reject } from './reductions.ts'
import { later } from './world.ts'

/** An order from its pay-out on, as it is to go. */
export interface Life {
  readonly debt: Debt
  readonly link: Link
  readonly collection: Collection
  readonly random: Random
}

const managers = staffOf('MGR')
const executives = staffOf('EXE')
/** What a manager may write off by operation, in minor units; more takes an executive. */
const managersMinor = 1_000_000
const writeOffReasons = [
  'Customer deceased',
  'Fraud confirmed by the bank',
  'Cannot be traced',
  'Settled by court',
] as const

const world = ({ debt }: Life) => debt.order.world
const part = (share: number) => (plan: Held) => Math.floor((allOf(plan) * share) / 100) * 100
const byHandShare = 0.06
const openRequestShare = 0.08

/** Some moment of the day that is so many days after the plan of the link was due. */
const momentOf = (life: Life, late: number): Date =>
  world(life).daytime(world(life).after(life.debt.plans[life.link.serial - 1]!.dueDate, late), life.random)

/** The instalments before the one that is meant, each about when it is due. */
function payEarlier(life: Life): void {
  const { debt, link, random } = life
  for (const { serial, dueDate } of debt.plans) {
    if (serial >= link.serial) return
    const day = world(life).after(dueDate, random.int(-3, 5))
    const today: LocalDate = world(life).today
    pay(debt, { at: world(life).daytime(day < today ? day : today, random) }, random)
  }
}

/** What happens on the way and settles nothing: a part is paid, a payment fails, a request is rejected or lapses. */
function struggle(life: Life): void {
  const { debt, link, collection, random } = life
  if (link.late < 3 || link.fate === loan.repaidWithReduction) return
  const at = momentOf(life, random.int(1, Math.min(link.late - 2, 80)))
  const act = random.weighted([
    ['nothing', 64],
    ['part', 12],
    ['fail', 12],
    ['reject', 7],
    ['lapse', link.late < 9 ? 0 : 5],
  ] as const)
  if (act === 'part') pay(debt, { at, amountOf: part(0.1 + random.next() / 2) }, random)
  if (act === 'fail') pay(debt, { at, fails: true }, random)
  if (act === 'reject' || act === 'lapse') {
    const early = act === 'lapse' ? momentOf(life, random.int(1, Math.min(link.late - 6, 80))) : at
    const request = ask(debt, collection, early, random)
    const decidedAt = later(early, random.int(20, 170))
    if (request) (act === 'lapse' ? pass : reject)(debt, request, decidedAt, random)
  }
}

/** What is owed is given up. */
function lose(debt: Debt, at: Date): void {
  const { sheets } = debt.order.world.book
  for (const plan of debt.plans) {
    if (plan.state !== 'open') continue
    const lost = owed(plan)
    sheets.losses.add({ planId: plan.id, loanId: debt.order.row.id, ...byColumn('lost', lost), at })
    debt.enter(plan, 'lost', lost, at)
  }
}

function settle(life: Life): void {
  const { debt, link, random } = life
  const at = momentOf(life, link.late)
  const byHand = link.late > 3 && random.chance(byHandShare)
  if (byHand) writeOffPaid(debt, { at, operator: random.pick(managers).name }, random)
  else pay(debt, { at }, random)
}

function settleReduced(life: Life): void {
  const { debt, link, collection, random } = life
  const askedAt = momentOf(life, link.late - random.int(1, 2))
  const request = ask(debt, collection, askedAt, random)
  if (request) pass(debt, request, later(askedAt, random.int(20, 170)), random)
  pay(debt, { at: momentOf(life, link.late) }, random)
}

/** The order is owed; a reduction may have been asked for, and passed, just now. */
function stay(life: Life): void {
  const { debt, link, collection, random } = life
  const { today } = world(life)
  if (link.late > 1 && random.chance(openRequestShare)) {
    const askedAt = momentOf(life, link.late - random.int(0, 1))
    const request = ask(debt, collection, askedAt, random)
    const passedAt = world(life).capped(later(askedAt, random.int(20, 170)))
    if (request && random.chance(0.35)) pass(debt, request, passedAt, random)
  }
  debt.advance(today)
}

function writeOffLost(life: Life): void {
  const { debt, link, random } = life
  const at = momentOf(life, link.late)
  debt.advance(world(life).dateOf(at))
  const who = random.pick(debt.repayableMinor > managersMinor ? executives : managers)
  lose(debt, at)
  debt.order.move('writeOffOperational', at, who.name, { reason: random.pick(writeOffReasons) })
}

function writeOffBatch(life: Life): void {
  const { debt, link, random } = life
  const at = momentOf(life, link.late)
  debt.advance(world(life).dateOf(at))
  const operator = random.pick(managers).name
  if (random.chance(0.4)) {
    const amountMinor = part(0.1 + random.next() / 2)(debt.open!)
    const about = { kind: 'writeOff', channel: 'offline', state: 'success', createdAt: at, completedAt: at } as const
    const id = enterPayment(debt, { ...about, amountMinor, operator }, random)
    receive(debt, amountMinor, { id, at })
  }
  lose(debt, at)
  debt.order.move('writeOffBatch', at, operator, { reason: 'Portfolio clean-up' })
}

const endings: Partial<Record<LoanState, (life: Life) => void>> = {
  [loan.awaitingRepayment]: stay,
  [loan.overdue]: stay,
  [loan.badDebt]: stay,
  [loan.repaymentProcessing]: ({ debt, random }) => beginPayment(debt, debt.order.world.justNow(random), random),
  [loan.repaid]: settle,
  [loan.repaidWithReduction]: settleReduced,
  [loan.settledByOperations]: writeOffLost,
  [loan.batchSettled]: writeOffBatch,
  [loan.extensionSettled]: (life) => payExtension(life.debt, momentOf(life, life.link.late), life.random),
}

/**
 * Lives an order from its pay-out to the end it is to have, or to today.
 * @throws Error where it does not get there: the story is wrong.
 */
export function live(life: Life): void {
  const { debt, link } = life
  payEarlier(life)
  struggle(life)
  endings[link.fate]?.(life)
  const { state, row } = debt.order
  if (state !== link.fate) throw new Error(`${row.id} came to ${state} instead of ${link.fate}`)
}
