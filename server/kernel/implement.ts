import type { z } from 'zod'
import type { Endpoint, FaultOf, Output, Parsed, Subject } from '#contract/kernel/endpoint.ts'
import type { callFaults, FaultValues } from '#contract/kernel/fault.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { AuditEntry } from './audit.ts'
import type { Db } from './database.ts'
import type { Ground } from './ground.ts'
import type { Actor } from './permit.ts'
import type { Source } from './source.ts'
import type { Uploads } from './upload.ts'

/**
 * An expected refusal. Answered with code 400 and the words for `fault`; whatever was written is rolled back, but where it
 * `stays`: then what was written tells of the refusal itself, of a failed attempt, say.
 */
export class Refusal extends Error {
  readonly fault: string
  readonly values: FaultValues | undefined
  readonly stays: boolean
  /** The argument it is about, where it is about one. */
  readonly field: string | undefined
  constructor(
    fault: string,
    values?: FaultValues,
    { stays = false, field }: { readonly stays?: boolean; readonly field?: string } = {},
  ) {
    super(fault)
    this.fault = fault
    this.values = values
    this.stays = stays
    this.field = field
  }
}

/** Input that only the handler could find malformed: answered like any other malformed input. */
export class Malformed extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('malformed input')
    this.issues = issues
  }
}

/** What everything that runs in a call may need, whatever its endpoint. */
export interface Context {
  readonly actor: Actor
  /**
   * The one transaction of this call, opened by the kernel and rolled back by it in a rehearsal; for a read, the
   * database. Nothing else reaches the database: an outer connection inside a transaction hangs on PGlite.
   */
  readonly tx: Db
  /** The time of the call. Tests hold it still. */
  readonly now: Date
  /** The day it is where the business runs. */
  readonly today: LocalDate
  readonly ground: Ground
  /** Names this call in the audit log, in log lines and in the answer. */
  readonly requestId: string
  /** The batch run this call is a row of. */
  readonly batchId: string | null
  readonly ip: string | null
  /** The browser, or whatever else calls. */
  readonly agent: string | null
  /** The files that came with the call, where its endpoint takes some. */
  readonly uploads: Uploads | null
  /** Has something done once this call is committed; what it answers is answered instead. Not in a rehearsal. */
  afterwards(work: () => Promise<unknown>): void
  /** Says more in the audit row of this call than the kernel knows. */
  note(more: Partial<AuditEntry>): void
  /** The text of a key in the caller's language. */
  say(key: string, values?: FaultValues): string
}

/** What a handler has beside its input. */
export interface Call<Fault extends string = string, Row = unknown> extends Context {
  /** The row to change: locked, within the caller's scope, of the version the caller saw, and allowed by `when`. */
  readonly row: Row
  /** Ends the call with a fault that its endpoint declares. */
  readonly fail: (fault: Fault, values?: FaultValues) => never
}

type RowOf<E extends Endpoint> = E extends { readonly subject: Subject<string, infer Row> } ? z.output<Row> : undefined
type Fault<E extends Endpoint> = FaultOf<E> | (typeof callFaults)[number]

/**
 * Answers one endpoint: a listing by where its rows come from; a change by what is written, after which the kernel reads
 * the row again; anything else by its output.
 */
type Answer<E extends Endpoint> = E extends { readonly row: infer Row extends z.ZodObject; readonly facet: unknown }
  ? Source<z.output<Row>>
  : (
      input: Parsed<E>,
      call: Call<Fault<E>, RowOf<E>>,
    ) => Promise<E extends { readonly subject: Subject } ? void : Output<E>>
type Answers<Api> = { [Verb in keyof Api]: Api[Verb] extends Endpoint ? Answer<Api[Verb]> : never }

/** A kind of row, and where it is found. */
export interface Found {
  readonly subject: Subject
  readonly source: Source
}

export type Handler = (input: never, call: Call<never, never>) => Promise<unknown>

/** What a noun answers on the server. */
export interface Module {
  readonly api: Readonly<Record<string, Endpoint>>
  readonly answers: Readonly<Record<string, Handler | Source>>
  /** Where the rows that its changes are about are found and locked. */
  readonly subjects: readonly Found[]
}

/** Answers every verb of `api`. A missing verb, or an answer of another shape, does not compile. */
export function implement<Api extends Record<string, Endpoint>>(
  api: Api,
  answers: Answers<Api>,
  subjects: Module['subjects'] = [],
): Module {
  // the list of modules forgets which handler belongs to which endpoint; the kernel pairs them by verb again
  return { api, answers: answers as unknown as Module['answers'], subjects }
}

/** Says where the rows of `subject` are found; the compiler holds the source to its fields. */
export const found = <S extends Subject>(subject: S, source: Source<z.output<S['row']>>): Found => ({
  subject,
  // who looks a row up by its subject's name no longer knows which fields it has
  source: source as unknown as Source,
})
