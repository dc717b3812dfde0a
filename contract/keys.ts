import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'

/** Most things whose keys one person changes, and most keys for one of them. */
const changedMax = 300
const keysMax = 6

/** Custom key bindings of a user: by command, all keys of it; and whether single characters act. */
export const KeySettings = z.object({
  keys: z
    .record(z.string().max(80), z.array(z.string().min(1).max(20)).max(keysMax))
    .refine((keys) => Object.keys(keys).length <= changedMax),
  bare: z.boolean(),
})
export type KeySettings = z.output<typeof KeySettings>

/** The keys that people have set for themselves. What keys are and whether they clash is the console's business. */
export const keys = api('keys', {
  get: read('GET /keys', { requires: 'anyone', input: z.object({}), output: KeySettings }),
  set: write('POST /keys', { requires: 'anyone', input: KeySettings, output: KeySettings }),
})
