import { batches, type RefusedGroup } from '#contract/batches.ts'
import { loans } from '#contract/loans/calls.ts'
import type { FailedPayout } from '#contract/loans/row.ts'
import { type Client, signedIn } from './api.ts'

/** Loans that a test of this run has taken for itself. */
const taken = new Set<string>()

/** Dry run over every failed pay-out, what waits longest first. */
interface DryRun {
  readonly payable: readonly FailedPayout[]
  readonly refused: readonly RefusedGroup[]
}
let rehearsed: DryRun = { payable: [], refused: [] }

const failedPayouts = async (ops: Client): Promise<readonly FailedPayout[]> =>
  (await ops.call(loans.failedPayouts, { q: 'sort:failedAt', size: 500 })).rows

async function rehearse(ops: Client): Promise<DryRun> {
  const rows = await failedPayouts(ops)
  const selection = { listing: loans.failedPayouts.id, ids: rows.map(({ id }) => id) }
  const { refused } = await ops.call(batches.preview, { command: loans.redisburse.id, selection, args: {} })
  const not = new Set(refused.flatMap(({ ids }) => ids))
  return { payable: rows.filter(({ id }) => !not.has(id)), refused }
}

/** Those that were found payable, are as they were then, and that no test has taken. */
async function free(ops: Client): Promise<readonly FailedPayout[]> {
  const now = new Map((await failedPayouts(ops)).map(({ id, version }) => [id, version]))
  return rehearsed.payable.filter(({ id, version }) => now.get(id) === version && !taken.has(id))
}

/** Loans that can be paid out again now, for one test alone. */
export async function payables(count: number): Promise<readonly FailedPayout[]> {
  const ops = await signedIn('ops')
  const known = (await free(ops)).slice(0, count)
  if (known.length < count) rehearsed = await rehearse(ops)
  const found = known.length < count ? (await free(ops)).slice(0, count) : known
  if (found.length < count) throw new Error(`the book has no ${count} loans left to pay out again`)
  for (const { id } of found) taken.add(id)
  return found
}

/** A loan that can be paid out again now, for one test alone. */
export const payable = async (): Promise<FailedPayout> => (await payables(1))[0]!

/** A loan that cannot be paid out again now, and why. */
export async function unpayable(): Promise<{ id: string; reason: string }> {
  const [group] = (await rehearse(await signedIn('ops'))).refused
  if (!group?.ids[0]) throw new Error('the book has no loan that may not be paid out again')
  return { id: group.ids[0], reason: group.msg }
}
