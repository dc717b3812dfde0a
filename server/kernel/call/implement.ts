import type { z } from 'zod'
import type { Endpoint, FaultOf, Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { callFaults } from '#contract/kernel/fault.ts'
import type { Subject } from '#contract/kernel/subject.ts'
import type { RowSource, Source } from '#server/kernel/listing/source.ts'
import type { Call, Handler } from './context.ts'

type RowOf<E extends Endpoint> = E extends { readonly subject: Subject<string, infer Row> } ? z.output<Row> : undefined
type Fault<E extends Endpoint> = FaultOf<E> | (typeof callFaults)[number]

/**
 * Implementation of one endpoint: of a listing, where its rows come from; of a change, what is written, after which the
 * kernel reads the row again; of anything else, its output.
 */
type Answer<E extends Endpoint> = E extends { readonly row: infer Row extends z.ZodObject; readonly facet: unknown }
  ? Source<z.output<Row>>
  : (
      input: Parsed<E>,
      call: Call<Fault<E>, RowOf<E>>,
    ) => Promise<E extends { readonly subject: Subject } ? void : Output<E>>
/** A report is answered from where the rows of its noun's list come from. */
type Answered<Api> = { [Verb in keyof Api]: Api[Verb] extends { readonly measures: unknown } ? never : Verb }[keyof Api]
type Answers<Api> = { [Verb in Answered<Api>]: Api[Verb] extends Endpoint ? Answer<Api[Verb]> : never }

/** Server module of a noun: its endpoints and who answers them. */
export interface Module {
  readonly api: Readonly<Record<string, Endpoint>>
  readonly answers: Readonly<Record<string, Handler | Source>>
  /** Where the rows that its changes are about are found and locked. */
  readonly subjects: readonly RowSource[]
}

/** Implements every verb of `api`. A missing verb, or an answer of another shape, does not compile. */
export function implement<Api extends Record<string, Endpoint>>(
  api: Api,
  answers: Answers<Api>,
  subjects: Module['subjects'] = [],
): Module {
  // the list of modules forgets which handler belongs to which endpoint; the kernel pairs them by verb again
  return { api, answers: answers as unknown as Module['answers'], subjects }
}
