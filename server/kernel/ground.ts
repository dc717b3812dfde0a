import type { FaultValues } from '#contract/kernel/fault.ts'
import type { AuditEntry } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Work } from './jobs.ts'
import type { Actor } from './permit.ts'
import type { Entry, Registry } from './registry.ts'
import type { Secrets } from './secrets.ts'
import type { Uploads } from './upload.ts'
import type { Words } from './words.ts'

/** Lines for whoever runs the server. No line holds personal data or a secret. */
export interface Log {
  error(context: object, message: string): void
  warn(context: object, message: string): void
  info(context: object, message: string): void
}

/** What every call stands on. Made once, when the server starts. */
export interface Ground {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly words: Words
  readonly registry: Registry
  readonly log: Log
  /** What scheduled tasks can do, by the name of the class. */
  readonly works: ReadonlyMap<string, Work>
  /** Marks of the roles that nobody has without two-factor. */
  readonly twoFactorFor: readonly string[]
  /** Holds every answer to its schema. For tests and development: in service it costs more than the answer. */
  readonly checkAnswers: boolean
}

/** Who reads an answer. */
export interface Reader {
  readonly requestId: string
  /** The text of a key in the reader's language. */
  say(key: string, values?: FaultValues): string
}

/** Who makes a call, and how. */
export interface Caller extends Reader {
  readonly actor: Actor
  readonly ip: string | null
  readonly agent: string | null
  /** Nothing of the call stays; its answer is what it would have been. */
  readonly rehearse: boolean
  readonly idempotencyKey: string | null
  readonly batchId: string | null
}

/** One call: what is asked of whom, by whom, since when. */
export interface Act {
  readonly entry: Entry
  readonly input: Readonly<Record<string, unknown>>
  readonly ground: Ground
  readonly caller: Caller
  readonly started: Date
  /** The files that came with it. */
  readonly uploads?: Uploads
  /** What the handler adds to the audit row. */
  readonly notes: Partial<AuditEntry>
  /** What the handler wants done after the commit. */
  readonly afterwards: (() => Promise<unknown>)[]
}
