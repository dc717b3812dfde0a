/** The date of a day, which is a number: days since 1 January 1970. */
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** A rate in parts per million of an amount, for so many days: rounded half up, once. */
export function share(minor: number, ppm: number, days = 1): number {
  const product = minor * ppm * days
  if (Number.isSafeInteger(product)) {
    const rest = product % 1_000_000
    return (product - rest) / 1_000_000 + (rest >= 500_000 ? 1 : 0)
  }
  return Number((BigInt(minor) * BigInt(ppm) * BigInt(days) + 500_000n) / 1_000_000n)
}

/** An amount in so many parts, the last of which takes what does not divide. */
export function parts(minor: number, count: number): number[] {
  const rest = minor % count
  const each = (minor - rest) / count
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? each + rest : each))
}

/** An amount by what it is for: penalty, fee, interest, principal. */
export type Four = [penalty: number, fee: number, interest: number, principal: number]

export const nothing = (): Four => [0, 0, 0, 0]
/** Both together; `sign` −1 takes the second away. */
export const plus = (a: Four, b: Four, sign = 1): Four => [
  a[0] + sign * b[0],
  a[1] + sign * b[1],
  a[2] + sign * b[2],
  a[3] + sign * b[3],
]
export const sum = (four: Four): number => four[0] + four[1] + four[2] + four[3]
