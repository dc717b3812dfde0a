import { setImmediate as breath } from 'node:timers/promises'
import type { AuditEntry } from '#server/kernel/base/audit.ts'
import type { Database } from '#server/kernel/base/database.ts'
import type { SeedContext } from './context.ts'
import { simulateCustomer } from './customers/customer-simulation.ts'
import { templatesOf } from './money/coupons.ts'
import { lowDiscrepancy, Random } from './random.ts'
import { recordSignIns } from './sign-ins.ts'

/** How large a book is to be. */
export interface BookSize {
  readonly customers: number
  readonly loans: number
}

/** What a history leaves beside its rows. */
export interface WrittenHistory {
  /** The last number that was given, by noun. */
  readonly given: ReadonlyMap<string, number>
  /** What the audit log is to tell. */
  readonly entries: readonly AuditEntry[]
}

/** Nobody has more orders than fit into the time that a book covers. */
export const ordersMax = 6
const borrowersShare = 0.8

/** How many orders somebody has where the mean is `mean`: many none, most of the others one or two. */
function countFrom(random: Random, mean: number): number {
  const some = Math.min(borrowersShare, mean)
  if (!random.chance(some)) return 0
  const further = mean / some - 1
  let count = 1
  while (count < ordersMax && random.chance(further / (1 + further))) count += 1
  return count
}

/**
 * How many orders each customer has: all together exactly those asked for.
 * @throws RangeError for more than `ordersMax` to each.
 */
export function* orderCounts({ customers, loans }: BookSize, random: Random): Generator<number> {
  if (loans > customers * ordersMax) throw new RangeError(`${loans} orders are too many for ${customers} customers`)
  let left = loans
  for (let others = customers - 1; others >= 0; others--) {
    const drawn = countFrom(random, left / (others + 1))
    const count = Math.max(left - others * ordersMax, Math.min(drawn, left))
    left -= count
    yield count
  }
}

/** So many customers are loaded at once. */
const loadedAtOnce = 1_000
/** So many are lived before what is being loaded gets its turn. */
const livedAtOnce = 4

/**
 * Lives the customers of a book, those of the context's share, and loads what they leave, while the next ones are lived
 * already. `told` hears how many orders are there. Holds no more than two loads, however large the book is.
 */
export async function writeHistory(
  context: SeedContext,
  { seed, ...size }: BookSize & { seed: string },
  database: Database,
  told: (loans: number) => void,
): Promise<WrittenHistory> {
  const { book, audit: diary, share } = context
  templatesOf(context) // the first share writes them down for all, whether it gives any or not
  let loading = Promise.resolve()
  let [customers, borrowers, lived, loans, underway] = [0, 0, 0, 0, 0]
  const load = async (last: boolean) => {
    await loading
    told(underway)
    underway = loans
    loading = book.drain({ last })(database)
    loading.catch(() => {}) // heard when it is waited for
  }
  try {
    for (const orders of orderCounts(size, new Random(seed))) {
      const newcomer = { seed: `${seed} ${customers}`, orders, at: lowDiscrepancy(borrowers) }
      const isHere = customers % share.of === share.index
      customers += 1
      if (orders > 0) borrowers += 1
      if (!isHere) continue
      simulateCustomer(context, newcomer)
      lived += 1
      loans += orders
      if (lived % livedAtOnce === 0) await breath()
      if (lived % loadedAtOnce === 0) await load(false)
    }
    await load(true)
  } finally {
    await loading
  }
  told(loans)
  if (share.index === 0) recordSignIns(context, new Random(`${seed} sign-ins`))
  return { given: book.given, entries: diary.entries }
}
