import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

/** Checkpoint of the audit log: how long its hash chain is, and its last hash, counted and signed. */
export const Checkpoint = z.object({
  number: z.int(),
  /** Links of the chain. */
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
})
export type Checkpoint = z.output<typeof Checkpoint>

/**
 * Witness of the audit log: keeps the newest checkpoint where whoever can write to the database cannot, so that the log
 * cannot be cut short unseen.
 */
export interface Witness {
  /** @throws Error where it does not answer, or with something else. */
  newest(): Promise<Checkpoint | null>
  keep(checkpoint: Checkpoint): Promise<void>
}

/** File that holds the newest checkpoint, replaced as a whole. */
const fileWitness = (path: string): Witness => ({
  newest: async () => (existsSync(path) ? Checkpoint.parse(JSON.parse(await readFile(path, 'utf8'))) : null),
  async keep(checkpoint) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 }) // beside PostgreSQL nothing else has made a data folder
    await writeFile(`${path}.new`, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  },
})

const timeoutMs = 5_000

/** Address that takes the newest checkpoint by PUT and gives it back by GET; 404 where it has none yet. */
function httpWitness(url: string): Witness {
  const send = async (init: RequestInit) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok && response.status !== 404) throw new Error(`the witness answered ${response.status}`)
    return response
  }
  return {
    async newest() {
      const response = await send({})
      return response.status === 404 ? null : Checkpoint.parse(await response.json())
    },
    async keep(checkpoint) {
      const headers = { 'content-type': 'application/json' }
      const { status } = await send({ method: 'PUT', headers, body: JSON.stringify(checkpoint) })
      if (status === 404) throw new Error('the witness takes no checkpoint')
    },
  }
}

/** No witness: the end of the log is vouched for by nobody. */
const noWitness: Witness = { newest: async () => null, keep: async () => {} }

/** The witness at a path or an http address; without either, none. */
export function witnessAt(place: string | undefined): Witness {
  if (!place) return noWitness
  return /^https?:\/\//.test(place) ? httpWitness(place) : fileWitness(place)
}
