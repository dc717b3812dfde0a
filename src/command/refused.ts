import type { RefusedGroup } from '#contract/batches.ts'

/** Rows refused by one fault: what the reasons have in common, and each of them. */
export interface RefusedBy {
  readonly fault: string
  readonly title: string
  readonly count: number
  /** The reasons, which differ in their values, with the first rows of each. */
  readonly reasons: readonly RefusedGroup[]
}

/** What all of `texts` begin with, up to where a word or a sign ends. */
function common(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const other of others) {
    let at = 0
    while (at < length && first[at] === other[at]) at += 1
    length = at
  }
  if (others.length === 0) return first
  return first
    .slice(0, length)
    .replace(/[\p{N}.,]*$/u, '')
    .replace(/[\s:：,，、·(（]+$/u, '')
}

/** Refusals by their fault, the most frequent first: a reason that names a value stands once, not once per value. */
export function refusedBy(groups: readonly RefusedGroup[]): RefusedBy[] {
  const faults = [...new Set(groups.map(({ fault }) => fault))]
  return faults
    .map((fault) => ({ fault, reasons: groups.filter((group) => group.fault === fault) }))
    .map(({ fault, reasons }) => ({
      fault,
      title: common(reasons.map(({ msg }) => msg)) || `${reasons[0]!.msg} …`,
      count: reasons.reduce((sum, { count }) => sum + count, 0),
      reasons,
    }))
    .sort((a, b) => b.count - a.count)
}
