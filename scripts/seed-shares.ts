import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { HistoryOptions } from '#server/seed/demo.ts'
import type { Share } from '#server/seed/history/share.ts'
import type { WrittenHistory } from '#server/seed/history/write-history.ts'

/** What a process of the seed is to write. */
export interface ShareTask extends HistoryOptions {
  readonly share: Share
}

/** What a process of the seed says: how many orders of its share are there, at the end what they leave. */
export type ShareMessage = { readonly loans: number } | { readonly written: WrittenHistory }

/** Writes a share in a process of its own, started as this one is. */
const writeShare = (part: ShareTask, told: (loans: number) => void): Promise<WrittenHistory> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'seed-share.ts'), { serialization: 'advanced' })
    child.on('message', (said: ShareMessage) => ('loans' in said ? told(said.loans) : resolve(said.written)))
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`a process of the seed ended with ${code}`))) // unless it was heard before
    child.send(part)
  })

/** The last number that any of them has given, by noun. */
function lastGiven(all: readonly WrittenHistory[]): WrittenHistory['given'] {
  const last = new Map<string, number>()
  for (const { given } of all) for (const [noun, number] of given) last.set(noun, Math.max(number, last.get(noun) ?? 0))
  return last
}

/**
 * Simulating takes as long as loading (COPY): while one share is loaded the other one is simulated, and two processors
 * are busy.
 */
const shares = 2

/** Writes a history into the database that the environment names, in several processes. */
export async function writeInShares(asked: HistoryOptions, told: (loans: number) => void): Promise<WrittenHistory> {
  const there = Array.from({ length: shares }, () => 0)
  const writing = there.map((_, index) =>
    writeShare({ ...asked, share: { index, of: shares } }, (loans) => {
      there[index] = loans
      told(there.reduce((sum, each) => sum + each, 0))
    }),
  )
  const all = await Promise.all(writing)
  return { given: lastGiven(all), entries: all.flatMap(({ entries }) => entries) }
}
