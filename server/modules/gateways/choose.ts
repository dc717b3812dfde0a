import { createHash } from 'node:crypto'

/** A configuration that something may go by. */
export interface Candidate {
  readonly id: string
  /** Share beside the others; 0: standby, only where none with a share is up. */
  readonly weight: number
  /** Until then it is left out: what was sent last did not go through. */
  readonly downUntil: Date | null
}

/** What was chosen, and what would have been chosen were everything up. */
export interface Choice<One extends Candidate> {
  readonly chosen: One
  readonly preferred: One
}

/** A number above 0 and below 1 that always is the same of a key and a candidate. */
function luckOf(key: string, id: string): number {
  const bytes = createHash('sha256').update(`${key} ${id}`).digest()
  return (bytes.readUIntBE(0, 6) + 0.5) / 2 ** 48
}

/**
 * Weighted rendezvous hashing: the same key goes to the same candidate for as long as that is up, many keys to each by
 * its share, and where one is down only its own keys go elsewhere.
 * Source: Thaler & Ravishankar, "Using name-based mappings to increase hit rates" (1998).
 */
const byWeight = <One extends Candidate>(candidates: readonly One[], key: string): One | undefined => {
  const score = ({ id, weight }: One) => (weight > 0 ? -weight / Math.log(luckOf(key, id)) : 0)
  const shared = candidates.filter(({ weight }) => weight > 0)
  const among = shared.length > 0 ? shared : candidates
  return among.toSorted((a, b) => score(b) - score(a) || (a.id < b.id ? -1 : 1))[0]
}

/**
 * Chooses among the candidates that are up, by weight. Where all are down it is the one that is to be tried again first:
 * nothing comes up that nobody tries. Undefined where there is none.
 */
export function chooseConfig<One extends Candidate>(
  candidates: readonly One[],
  { key, now }: { readonly key: string; readonly now: Date },
): Choice<One> | undefined {
  const isUp = ({ downUntil }: One) => downUntil === null || downUntil <= now
  const preferred = byWeight(candidates, key)
  const [soonest] = candidates.toSorted((a, b) => Number(a.downUntil) - Number(b.downUntil))
  const chosen = byWeight(candidates.filter(isUp), key) ?? soonest
  return chosen && preferred && { chosen, preferred }
}
