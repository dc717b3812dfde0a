import { daysBetween } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { isLive, type LoanState, loan } from '#contract/loans/flow.ts'
import { parameters } from '#contract/parameters.ts'
import { type Product, products } from '../products.ts'
import { isPaidOut, minutesOf, type Step, stepsTo } from './application.ts'
import type { Trouble } from './apply.ts'
import { attempts, lastFates, latenessOf, pastFates, troubles, waitingOf } from './fates.ts'
import { type Random, valueAt } from './random.ts'
import { later, type World } from './world.ts'

/** One order of an episode: what becomes of it, and how many days after it was due; before, where negative. */
export interface Link {
  readonly fate: LoanState
  readonly late: number
  /** The instalment that is meant; those before it are paid by then. */
  readonly serial: number
}

/** An application and, where it is paid out, its order and those that extend it, as they are to go. */
export interface Episode {
  readonly product: Product
  readonly steps: readonly Step[]
  readonly submittedAt: Date
  readonly trouble: Trouble | null
  /** None where nothing is paid out. */
  readonly links: readonly Link[]
}

/** What an episode has to fit into. */
interface Room {
  readonly world: World
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
const attemptsMax = parameters['disburse.attemptsMax'].parse(undefined)

const daysIn = ({ world, before }: Room): number => daysBetween(world.start, before ?? world.today)
/** How many days an episode may take, so that those before it fit as well. */
const roomFor = (room: Room): number => daysIn(room) - shortestDays * (room.left - 1) - leadDays

const productFor = ({ left, before, random }: Room): Product => {
  const long = left <= 2 && !before
  return random.weighted([
    [products.week, 68],
    [products.fortnight, left <= 3 ? 22 : 0],
    [products.quarter, long ? 14 : 0],
  ])
}

const dueDayOf = ({ terms: { periods, daysPerPeriod, tenureDays } }: Product, serial: number): number =>
  serial < periods ? daysPerPeriod * serial : tenureDays

const settledInFull = (fate: LoanState): boolean => fate === loan.repaid || fate === loan.repaidWithReduction

/** The order itself, after those it extends. */
function linksFor(fate: LoanState, product: Product, room: Room): Link[] {
  const { random, left } = room
  const { periods, daysPerPeriod, extension } = product.terms
  const mayExtend = extension.enabled && left > 1 && roomFor(room) > 120
  const times = mayExtend && random.chance(chainShare) ? random.int(1, Math.min(2, left - 1)) : 0
  const extended = Array.from({ length: times }, () => {
    const ended = loan.extensionSettled
    return { fate: ended, late: latenessOf(ended, daysPerPeriod, random), serial: 1 }
  })
  const drawn = latenessOf(fate, times > 0 ? extension.days : daysPerPeriod, random)
  const most = roomFor(room)
  const late = room.before ? Math.min(drawn, Math.max(0, most - dueDayOf(product, 1))) : drawn
  const fits = Array.from({ length: periods }, (_, i) => i + 1).filter((k) => dueDayOf(product, k) + late <= most)
  const serial = settledInFull(fate) ? periods : random.pick(fits.length > 0 ? fits : [1])
  return [...extended, { fate, late, serial }]
}

/** Days from the pay-out to the end of the last link. */
function lengthOf(links: readonly Link[], product: Product): number {
  let due = dueDayOf(product, links[0]!.serial)
  for (const { late } of links.slice(0, -1)) due += Math.max(0, late) + product.terms.extension.days
  return due + links.at(-1)!.late
}

/** The day on which it is over; today where it is not. */
function endOf(fate: LoanState, days: number, room: Room): LocalDate {
  const { world, random, before } = room
  if (isLive(fate)) return world.today
  const free = Math.max(0, roomFor(room) - days)
  if (!before) return world.after(world.today, -random.int(0, free))
  const refused = fate === loan.autoFailed || fate === loan.manualFailed
  return world.after(before, -(refused ? 7 : 1) - random.int(0, Math.min(free, pauseDays)))
}

function refusedOrWaiting(aim: { fate: LoanState; part: number }, room: Room): Episode {
  const { world, random } = room
  const { fate, part } = aim
  const trouble = fate === loan.disbursementFailed ? valueAt(troubles, part).value : null
  const failures = trouble === 'exhausted' ? attemptsMax : random.weighted(attempts)
  const steps = stepsTo({ ...aim, failures }, random)
  const waited = waitingOf(fate, random)
  const at = waited === undefined ? world.daytime(endOf(fate, 1, room), random) : later(world.now, -waited)
  const submittedAt = later(at, -minutesOf(steps))
  return { product: productFor(room), steps, submittedAt, trouble, links: [] }
}

function paidOut(aim: { fate: LoanState; part: number }, room: Room): Episode {
  const { world, random } = room
  const product = productFor(room)
  const links = linksFor(aim.fate, product, room)
  const days = lengthOf(links, product)
  const valueDate = world.after(endOf(aim.fate, days, room), -days)
  const steps = stepsTo({ ...aim, failures: random.chance(retryShare) ? 1 : 0 }, random)
  const submittedAt = later(world.daytime(valueDate, random), -minutesOf(steps))
  return { product, steps, submittedAt, trouble: null, links }
}

/**
 * The episodes of a customer who is to have `orders` of them, the oldest first: told backwards, from what the last one
 * has come to by today. `at`, 0 to 1, decides about that one.
 */
export function episodesOf(world: World, { orders, at }: { orders: number; at: number }, random: Random): Episode[] {
  const episodes: Episode[] = []
  let left = orders
  let before: LocalDate | null = null
  while (left > 0) {
    const { value: fate, part } = before ? valueAt(pastFates, random.next()) : valueAt(lastFates, at)
    const draft = isPaidOut(fate) ? paidOut : refusedOrWaiting
    const episode = draft({ fate, part }, { world, random, before, left })
    episodes.unshift(episode)
    left -= Math.max(1, episode.links.length)
    before = world.dateOf(episode.submittedAt)
  }
  return episodes
}
