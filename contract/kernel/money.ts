import { decimals } from './countries.ts'
import type { Currency, Money } from './values.ts'

/** An amount whose currency the compiler knows. Plain `Money` is one too, of a currency known at run time only. */
export type MoneyIn<C extends Currency> = Money & { readonly currency: C }

/**
 * So many minor units of `currency`.
 * @throws RangeError where `minor` is no whole number, or too large to be exact.
 */
export function ofMinor<C extends Currency>(minor: number, currency: C): MoneyIn<C> {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} minor units of ${currency} are not exact`)
  // the brand says that the number is whole, which is certain by now; adding 0 turns -0 into 0
  return { minor: minor + 0, currency } as MoneyIn<C>
}

/**
 * Reads a plain decimal such as `12.50`.
 * @throws RangeError where `text` has more decimals than `currency` has, or is no number.
 */
export function money<C extends Currency>(text: string, currency: C): MoneyIn<C> {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals[currency]) {
    throw new RangeError(`${text} is not an amount of ${currency}`)
  }
  return ofMinor(Number(whole + fraction.padEnd(decimals[currency], '0')), currency)
}

/** The plain decimal that `money` reads back: `12.50`, `-0.05`, `100`. */
export function major({ minor, currency }: Money): string {
  const places = decimals[currency]
  const digits = String(Math.abs(minor)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const sign = minor < 0 ? '-' : ''
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`
}

/** No money, in `currency`. */
export const zero = <C extends Currency>(currency: C): MoneyIn<C> => ofMinor(0, currency)

function mustMatch(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not mix`)
}

/**
 * Adds two amounts of one currency. Two currencies do not compile where both are known.
 * @throws TypeError for two currencies, RangeError where the sum is too large to be exact.
 */
export function add<C extends Currency>(a: MoneyIn<C>, b: MoneyIn<NoInfer<C>>): MoneyIn<C> {
  mustMatch(a, b)
  return ofMinor(a.minor + b.minor, a.currency)
}

/** The same amount, owed the other way. */
export const negate = <C extends Currency>(amount: MoneyIn<C>): MoneyIn<C> => ofMinor(-amount.minor, amount.currency)

/** What is left of `a` without `b`. Throws as `add` does. */
export const subtract = <C extends Currency>(a: MoneyIn<C>, b: MoneyIn<NoInfer<C>>): MoneyIn<C> => add<C>(a, negate(b))

/** Everything together; no money where there is nothing. Throws as `add` does. */
export const sum = <C extends Currency>(amounts: readonly MoneyIn<NoInfer<C>>[], currency: C): MoneyIn<C> =>
  amounts.reduce<MoneyIn<C>>((all, amount) => add<C>(all, amount), zero(currency))

/**
 * Negative where `a` is less than `b`, positive where it is more: fits `toSorted`.
 * @throws TypeError for two currencies.
 */
export function compare<C extends Currency>(a: MoneyIn<C>, b: MoneyIn<NoInfer<C>>): number {
  mustMatch(a, b)
  return a.minor - b.minor
}

/** The smaller of the two. Throws as `compare` does. */
export const min = <C extends Currency>(a: MoneyIn<C>, b: MoneyIn<NoInfer<C>>): MoneyIn<C> =>
  compare(a, b) <= 0 ? a : b

/**
 * Allocates `total` by `weights` so that the parts add up to exactly `total`.
 * Each part is rounded toward zero; what is left over goes to the last part with a weight.
 * @throws RangeError where no weight is positive, or one is negative or no integer.
 */
export function split<C extends Currency>(total: MoneyIn<C>, weights: readonly number[]): MoneyIn<C>[] {
  const whole = weights.reduce((a, b) => a + b, 0)
  if (whole <= 0 || weights.some((weight) => weight < 0)) throw new RangeError('weights must be positive')
  const parts = weights.map((weight) => Number((BigInt(total.minor) * BigInt(weight)) / BigInt(whole)))
  const last = weights.findLastIndex((weight) => weight > 0)
  parts[last] = parts.reduce((left, part, i) => (i === last ? left : left - part), total.minor)
  return parts.map((minor) => ofMinor(minor, total.currency))
}

/**
 * Splits minor units into `count` equal parts, each rounded down; the last one takes what is left over.
 * @throws RangeError where `totalMinor` is no amount or negative, or `count` is no positive whole number.
 */
export function equalParts(totalMinor: number, count: number): number[] {
  if (!Number.isSafeInteger(totalMinor) || totalMinor < 0 || !Number.isInteger(count) || count < 1) {
    throw new RangeError(`${totalMinor} cannot be split into ${count} parts`)
  }
  const rest = totalMinor % count
  const part = (totalMinor - rest) / count
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? part + rest : part))
}

/**
 * The quotient of two whole numbers, rounded half up.
 * @throws RangeError where it is too large to be exact, or `denominator` is 0.
 */
export function halfUp(numerator: bigint, denominator: bigint): number {
  const doubled = 2n * numerator + denominator
  const rest = doubled % (2n * denominator)
  const floor = (doubled - rest) / (2n * denominator) - (rest < 0n ? 1n : 0n)
  return ofSafe(floor)
}

function ofSafe(whole: bigint): number {
  const number = Number(whole)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${whole} is too large to be exact`)
  return number
}

/**
 * `ppm` millionths of `minor` units for each of `days` days, rounded half up once, at the end.
 * @throws RangeError where an argument is no whole number, or the result is too large to be exact.
 */
export const mulPpm = (minor: number, ppm: number, days = 1): number =>
  halfUp(BigInt(minor) * BigInt(ppm) * BigInt(days), 1_000_000n)
