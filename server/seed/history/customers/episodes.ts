import { daysBetween } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { isLive, type LoanState, loanCode } from '#contract/loans/flow.ts'
import { declaredParameters } from '#contract/parameters/declared.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import type { PayoutBlocker } from '#server/seed/history/orders/application.ts'
import { type ApplicationStep, isPaidOut, minutesOf, stepsTo } from '#server/seed/history/orders/application-steps.ts'
import { type Random, valueAtQuantile } from '#server/seed/history/random.ts'
import type { Product } from '#server/seed/products.ts'
import { attempts, lastOutcomes, latenessOf, pastOutcomes, payoutBlockers, waitingOf } from './outcomes.ts'

/** One order of an episode: what becomes of it, and how many days after it was due; before, where negative. */
export interface LoanTarget {
  readonly outcome: LoanState
  readonly late: number
  /** The instalment that is meant; those before it are paid by then. */
  readonly serial: number
}

/** An application and, where it is paid out, its order and those that extend it, as they are to go. */
export interface Episode {
  readonly product: Product
  readonly steps: readonly ApplicationStep[]
  readonly submittedAt: Date
  readonly trouble: PayoutBlocker | null
  /** None where nothing is paid out. */
  readonly targets: readonly LoanTarget[]
}

/** What an episode has to fit into. */
interface EpisodeConstraints {
  readonly context: SeedContext
  readonly random: Random
  /** The order after it was applied for on this day; none: it is the last one. */
  readonly before: LocalDate | null
  /** How many orders this customer is still to get, this one among them. */
  readonly left: number
}

/** What one of the orders before takes at least, from submission to the day after it was paid. */
const shortestDays = 11
/** What the application takes, at most but for rare luck. */
const leadDays = 4
/** Nobody waits longer for their next loan. */
const pauseDays = 25
const chainShare = 0.12
const retryShare = 0.07
const attemptsMax = declaredParameters['disburse.attemptsMax'].parse(undefined)

const daysIn = ({ context, before }: EpisodeConstraints): number => daysBetween(context.start, before ?? context.today)
/** How many days an episode may take, so that those before it fit as well. */
const daysAvailable = (room: EpisodeConstraints): number => daysIn(room) - shortestDays * (room.left - 1) - leadDays

const productFor = ({ context: { products }, left, before, random }: EpisodeConstraints): Product => {
  const long = left <= 2 && !before
  return random.weighted([
    [products.week, 68],
    [products.fortnight, left <= 3 ? 22 : 0],
    [products.quarter, long ? 14 : 0],
  ])
}

const dueDayOf = ({ terms: { periods, daysPerPeriod, tenureDays } }: Product, serial: number): number =>
  serial < periods ? daysPerPeriod * serial : tenureDays

const settledInFull = (outcome: LoanState): boolean =>
  outcome === loanCode.repaid || outcome === loanCode.repaidWithReduction

/** The order itself, after those it extends. */
function loansFor(outcome: LoanState, product: Product, room: EpisodeConstraints): LoanTarget[] {
  const { random, left } = room
  const { periods, daysPerPeriod, extension } = product.terms
  const mayExtend = extension.enabled && left > 1 && daysAvailable(room) > 120
  const times = mayExtend && random.chance(chainShare) ? random.int(1, Math.min(2, left - 1)) : 0
  const extended = Array.from({ length: times }, () => {
    const ended = loanCode.extensionSettled
    return { outcome: ended, late: latenessOf(ended, daysPerPeriod, random), serial: 1 }
  })
  const drawn = latenessOf(outcome, times > 0 ? extension.days : daysPerPeriod, random)
  const most = daysAvailable(room)
  const late = room.before ? Math.min(drawn, Math.max(0, most - dueDayOf(product, 1))) : drawn
  const fits = Array.from({ length: periods }, (_, i) => i + 1).filter((k) => dueDayOf(product, k) + late <= most)
  const serial = settledInFull(outcome) ? periods : random.pick(fits.length > 0 ? fits : [1])
  return [...extended, { outcome, late, serial }]
}

/** Days from the pay-out to the end of the last target. */
function lengthOf(targets: readonly LoanTarget[], product: Product): number {
  let due = dueDayOf(product, targets[0]!.serial)
  for (const { late } of targets.slice(0, -1)) due += Math.max(0, late) + product.terms.extension.days
  return due + targets.at(-1)!.late
}

/** The day on which it is over; today where it is not. */
function endOf(outcome: LoanState, days: number, room: EpisodeConstraints): LocalDate {
  const { context, random, before } = room
  if (isLive(outcome)) return context.today
  const free = Math.max(0, daysAvailable(room) - days)
  if (!before) return context.after(context.today, -random.int(0, free))
  const refused = outcome === loanCode.autoFailed || outcome === loanCode.manualFailed
  return context.after(before, -(refused ? 7 : 1) - random.int(0, Math.min(free, pauseDays)))
}

function refusedOrWaiting(target: { outcome: LoanState; part: number }, room: EpisodeConstraints): Episode {
  const { context, random } = room
  const { outcome, part } = target
  const trouble = outcome === loanCode.disbursementFailed ? valueAtQuantile(payoutBlockers, part).value : null
  const failures = trouble === 'exhausted' ? attemptsMax : random.weighted(attempts)
  const steps = stepsTo({ ...target, failures }, random)
  const waited = waitingOf(outcome, random)
  const at = waited === undefined ? context.daytime(endOf(outcome, 1, room), random) : later(context.now, -waited)
  const submittedAt = later(at, -minutesOf(steps))
  return { product: productFor(room), steps, submittedAt, trouble, targets: [] }
}

function paidOut(target: { outcome: LoanState; part: number }, room: EpisodeConstraints): Episode {
  const { context, random } = room
  const product = productFor(room)
  const targets = loansFor(target.outcome, product, room)
  const days = lengthOf(targets, product)
  const valueDate = context.after(endOf(target.outcome, days, room), -days)
  const steps = stepsTo({ ...target, failures: random.chance(retryShare) ? 1 : 0 }, random)
  const submittedAt = later(context.daytime(valueDate, random), -minutesOf(steps))
  return { product, steps, submittedAt, trouble: null, targets }
}

/**
 * The episodes of a customer who is to have `orders` of them, the oldest first: told backwards, from what the last one
 * has come to by today. `at`, 0 to 1, decides about that one.
 */
export function episodesOf(
  context: SeedContext,
  { orders, at }: { orders: number; at: number },
  random: Random,
): Episode[] {
  const episodes: Episode[] = []
  let left = orders
  let before: LocalDate | null = null
  while (left > 0) {
    const { value: outcome, part } = before
      ? valueAtQuantile(pastOutcomes, random.next())
      : valueAtQuantile(lastOutcomes, at)
    const draft = isPaidOut(outcome) ? paidOut : refusedOrWaiting
    const episode = draft({ outcome, part }, { context, random, before, left })
    episodes.unshift(episode)
    left -= Math.max(1, episode.targets.length)
    before = context.dateOf(episode.submittedAt)
  }
  return episodes
}
