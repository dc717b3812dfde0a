import type { SideEffect } from '#contract/batches.ts'
import type { JobFinding } from '#contract/jobs.ts'
import type { QuietDays } from '#contract/kernel/contact-hours.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { IdOf, LocalDate, Money } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { AuditEntry } from '#server/kernel/base/audit.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Refusal } from '#server/kernel/base/refusal.ts'
import type { Reader, RequestContext } from '#server/kernel/base/request-context.ts'
import type { Services } from '#server/kernel/base/services.ts'
import type { Witness } from '#server/kernel/base/witness.ts'
import type { FileStore } from '#server/kernel/files/file-store.ts'
import type { ReportOf } from '#server/kernel/listing/report.ts'
import type { RowSource, Source } from '#server/kernel/listing/source.ts'
import type { Mailer } from '#server/kernel/mail/mailer.ts'
import type { Uploads } from './uploads.ts'

/** App context: what every call stands on. Made once, when the server starts. */
export interface AppContext extends Services {
  readonly registry: Registry
  /** Amount above which money takes a step-up, in minor units; 0 for none. */
  readonly stepUpAbove: (tx: Db) => Promise<number>
  /** The days on which customers are left alone, beside contact hours. */
  readonly quietDays: (tx: Db) => Promise<QuietDays>
  /** Writes down that a call was refused, where that is a contact with a customer: for whoever watches over conduct. */
  readonly contactRefused: (db: Db, act: Invocation, refused: Refusal) => Promise<void>
  /** Where the newest checkpoint of the audit log is kept. */
  readonly witness: Witness
  /** Files that are too large for the database, encrypted. */
  readonly files: FileStore
  /** E-mail to staff; null where the environment names no mail server. */
  readonly mailer: Mailer | null
  /** Where the environment says that providers without an address of their own are reached, and where they call back. */
  readonly environmentGateway: () => { readonly url: string; readonly callbackUrl: string }
  /** Whether providers may be inside the house: on this machine, in private networks. */
  readonly internalProviders: boolean
  /** The runners of scheduled tasks, by the name of the class. */
  readonly taskRunners: ReadonlyMap<string, TaskRunner>
  /** Aborted once the server is to stop: long work ends where it can go on later, here or on another server. */
  readonly stopping: AbortSignal
  /** Whether roles that nobody has without two-factor are held to it: not in a demo. */
  readonly asksTwoFactor: boolean
  /** Holds every answer to its schema. For tests and development: in service it costs more than the answer. */
  readonly checkAnswers: boolean
}

/** Context of a call: what a handler and everything below it may need, whatever the endpoint. */
export interface Context extends RequestContext {
  readonly app: AppContext
  /** The business date: the day it is where the business runs. */
  readonly today: LocalDate
  /** The batch run this call is a row of. */
  readonly batchId: string | null
  /** Its place among the rows of that run, or of the preview of one, from 1; that also where it is no row of any. */
  readonly batchSeq: number
  /** The user agent: the browser, or whatever else calls. */
  readonly agent: string | null
  /** The files that came with the call, where its endpoint takes some. */
  readonly uploads: Uploads | null
  /** Has something done once this call is committed; what it answers is answered instead. Not in a rehearsal. */
  afterCommit(work: () => Promise<unknown>): void
  /** Adds to the audit row of this call what the kernel does not know. */
  note(more: Partial<AuditEntry>): void
  /** Tells what it does beside changing the row, an amount, how many, or in words: previews add it up. */
  effect(of: SideEffect['of'], amount: Money | number | string): void
  /**
   * Four-eyes (maker-checker): goes on only as what a second person has released. Answers who; null while it is only
   * rehearsed.
   * @throws Refusal `second_person_needed`.
   */
  mustBeReleased(): IdOf<'staff'> | null
}

/** What a handler has beside its input. */
export interface Call<Fault extends string = string, Row = unknown> extends Context {
  /** The row to change: locked, within the caller's scope, of the version the caller saw, and allowed by `when`. */
  readonly row: Row
  /** Ends the call with a fault that its endpoint declares. */
  readonly fail: (fault: Fault, values?: FaultValues) => never
}

/** Handler of one endpoint. */
export type Handler = (input: never, call: Call<never, never>) => Promise<unknown>

/** Endpoint and handler, as the registry pairs them. */
export interface RegistryEntry {
  readonly endpoint: Endpoint
  readonly handler: Handler
  /** Where the row it changes is found; none where it changes no row. */
  readonly rowSource: RowSource | null
}

/** Registry of everything the server answers, by id. */
export interface Registry {
  readonly entries: ReadonlyMap<string, RegistryEntry>
  readonly listings: ReadonlyMap<string, { readonly listing: Listing; readonly source: Source }>
  readonly reports: ReadonlyMap<string, ReportOf>
  readonly subjects: ReadonlyMap<string, RowSource>
}

/** Result of a run of scheduled work: how many rows it changed, and how many it could not. */
export interface Tally {
  readonly done: number
  readonly refused: number
  /** Why rows were refused, the most frequent reason first. */
  readonly refusals?: readonly RefusedRows[]
  /** What it found wrong, the first of it. A run that has found something has failed. */
  readonly findings?: readonly JobFinding[]
}

/** Rows that were refused for the same reason. */
export interface RefusedRows {
  readonly fault: string
  /** Of the first of them. */
  readonly values: FaultValues
  readonly count: number
  /** Some of them. */
  readonly ids: readonly string[]
}

/** Runner of a scheduled task. Running it twice must be harmless, and so must days without a run. */
export type TaskRunner = (app: AppContext) => Promise<Tally>

/** Caller of an endpoint: who, from where, and with which headers. */
export interface Caller extends Reader {
  readonly actor: Actor
  readonly ip: string | null
  readonly agent: string | null
  /** Dry run (`X-Rehearse: 1`): everything is rolled back, the answer is what a real call would answer. */
  readonly rehearse: boolean
  readonly idempotencyKey: string | null
  readonly batchId: string | null
  readonly batchSeq?: number
}

/** What one row did beside what it moves. */
export interface SideEffectAmount {
  readonly of: SideEffect['of']
  readonly amount: Money | number | string
}

/** Release of a call by a second person, or the rehearsal of one; it learns whether the call asked for that. */
export interface Release {
  needed: boolean
  /** Who releases it. */
  readonly by?: IdOf<'staff'> | undefined
}

/** Invocation of an endpoint: with which input, by whom, since when. */
export interface Invocation {
  readonly entry: RegistryEntry
  readonly input: Readonly<Record<string, unknown>>
  readonly app: AppContext
  readonly caller: Caller
  readonly started: Date
  /** The files that came with it. */
  readonly uploads?: Uploads
  /** What the handler adds to the audit row. */
  readonly notes: Partial<AuditEntry>
  /** What the handler wants done after the commit. */
  readonly afterCommit: (() => Promise<unknown>)[]
  /** What it did beside what it moves. */
  readonly effects: SideEffectAmount[]
  /** The second person's release; without one, what needs it is refused. */
  readonly release?: Release
}
