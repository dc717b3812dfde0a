import { z } from 'zod'
import type { ContactWay } from './contact-hours.ts'
import { changeFaults, type Guard } from './fault.ts'
import type { KnownRequirement, Requirement, Right } from './rights.ts'
import type { Changeable, Subject } from './subject.ts'

/** A verb and a path, with the fields that belong into the path in braces: `GET /user/{id}`. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
/** Risk of a call: none, a change, money, or a change that cannot be undone. */
export type Risk = 'read' | 'write' | 'money' | 'irreversible'

/** Most that the files of one call come to, in bytes. */
export const uploadMax = 100 * 1_048_576

type InPath<At extends string> = At extends `${string}{${infer Field}}${infer Rest}` ? Field | InPath<Rest> : never

/** One call the server answers. `id` is `<noun>.<verb>`: the key of its name, its cache and its log line. */
export interface Endpoint<
  Id extends string = string,
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodType = z.ZodType,
  Fault extends string = string,
> {
  readonly id: Id
  readonly risk: Risk
  readonly at: Address
  readonly requires: Requirement
  readonly input: In
  readonly output: Out
  /** Declared errors: refusals the caller must be ready for. Anything else that goes wrong is a defect. */
  readonly faults: readonly Fault[]
  /** The kind of row it changes, where it changes one: then its input begins with that row's id and version. */
  readonly subject?: Subject | undefined
  /**
   * Guard (precondition): whether the row may be changed so now. Asked by the console before, by the server on the
   * locked row.
   */
  readonly when?: Guard<never> | undefined
  /**
   * How it contacts a customer, where it does: only in contact hours then, which the console asks for before and the server
   * again. What is refused is written down.
   */
  readonly contacts?: ContactWay | undefined
  /** The amount it moves: a field of the subject or an argument. Previews add it up. */
  readonly sum?: string | undefined
  /** Upper bounds of arguments: the field of the subject that holds the bound, by the argument's name. */
  readonly bounds?: Readonly<Record<string, string>> | undefined
  /** Four-eyes: above so many rows at once a further right is needed. */
  readonly large?: { readonly rows: number; readonly needs: Right } | undefined
  /** Four-eyes: it may wait for a second person's release. Of many rows it is reviewed before, whatever its risk. */
  readonly fourEyes?: boolean | undefined
  /** Cache invalidation: nouns whose reads are stale afterwards, beside its own. */
  readonly touches?: readonly string[] | undefined
  /** Secrets: arguments, and fields of the answer, that are redacted from the audit log and everywhere else. */
  readonly secrets?: readonly string[] | undefined
  /**
   * Step-up authentication: the caller has to have proved lately that it is still them: `session.prove`. The call layer
   * asks, and repeats.
   */
  readonly stepUp?: boolean | undefined
  /** Dry run (`X-Rehearse`): whether it may be asked for. Of a change it may; of anything else where it says so. */
  readonly rehearsable?: boolean | undefined
  /** Rate limit of what is open to everybody: calls a minute from one address. */
  readonly perMinute?: number | undefined
  /** Address that a browser follows by itself: the token is taken from its cookie. */
  readonly byCookie?: boolean | undefined
  /** File uploads, by name, in a multipart form; the first has to be there. */
  readonly files?: readonly string[] | undefined
  /** Most that they come to, in bytes, where that is less than `uploadMax`: of what is open to everybody it has to be. */
  readonly filesMax?: number | undefined
}

export type Input<E extends Pick<Endpoint, 'input'>> = z.input<E['input']>
export type Parsed<E extends Pick<Endpoint, 'input'>> = z.output<E['input']>
export type Output<E extends Pick<Endpoint, 'output'>> = z.output<E['output']>
export type FaultOf<E extends Pick<Endpoint, 'faults'>> = E['faults'][number]

/** Rights as they are written down: whether there are such is said by name. */
type Rights = string | readonly string[]

interface Common<F extends string, R extends Rights> {
  requires: R & KnownRequirement<R>
  faults?: readonly F[]
  touches?: readonly string[]
  secrets?: readonly string[]
  stepUp?: boolean
  fourEyes?: boolean
  rehearsable?: boolean
  perMinute?: number
}
/** What was checked where it was written down. */
const known = (requires: Rights): Requirement => requires as Requirement

interface Answer<Out extends z.ZodType, F extends string, R extends Rights> extends Common<F, R> {
  output: Out
}
type Path<At extends string, In extends z.ZodObject> = InPath<At> extends keyof z.input<In> ? At : never

/** A query: a call that changes nothing. */
export const read = <
  const At extends Address,
  In extends z.ZodObject,
  Out extends z.ZodType,
  const R extends Rights,
  const F extends string = never,
>(
  at: Path<At, In>,
  parts: Answer<Out, F, R> & { input: In },
) =>
  ({ risk: 'read', at: at as Address, faults: [] as readonly F[], ...parts, requires: known(parts.requires) }) as const

/** A mutation of something that is no row yet. The console refetches every read of the same noun afterwards. */
export const write = <
  const At extends Address,
  In extends z.ZodObject,
  Out extends z.ZodType,
  const R extends Rights,
  const F extends string = never,
  const K extends Exclude<Risk, 'read'> = 'write',
>(
  at: Path<At, In>,
  { risk, ...parts }: Answer<Out, F, R> & { input: In; risk?: K },
) =>
  ({
    risk: (risk ?? 'write') as K,
    at: at as Address,
    faults: [] as readonly F[],
    ...parts,
    requires: known(parts.requires),
  }) as const

/** The names of a shape; none where nothing was asked for and the compiler fell back to 'any name'. */
type Named<Shape> = string extends keyof Shape ? never : keyof Shape
/** Input of a change: the row's id and version, then what is asked for. */
type ChangeInput<Row extends Changeable, Args extends z.ZodRawShape> = z.ZodObject<{
  [K in 'id' | 'version' | Named<Args>]: K extends 'id' | 'version'
    ? Row['shape'][K]
    : K extends keyof Args
      ? Args[K]
      : never
}>

interface Change<S extends Subject, Args extends z.ZodRawShape, F extends string, R extends Rights, K>
  extends Common<F, R> {
  subject: S
  args?: Args
  risk?: K
  when?: Guard<z.output<S['row']>>
  contacts?: ContactWay
  sum?: (keyof z.output<S['row']> | Named<Args>) & string
  bounds?: { readonly [Argument in Named<Args>]?: keyof z.output<S['row']> & string }
  large?: { rows: number; needs: Right }
}

/**
 * A mutation of one row, with optimistic locking by version; answers the row as it is then. Its input is the row's id
 * and version, then `args`. The server fills the first two from the selection, so that one row, a marked hundred and
 * everything a filter matches are the same call.
 */
export const change = <
  S extends Subject,
  const Args extends z.ZodRawShape,
  const R extends Rights,
  const F extends string = never,
  const K extends Exclude<Risk, 'read'> = 'write',
>(
  at: Address,
  { subject, args, risk, faults, ...parts }: Change<S, Args, F, R, K>,
) =>
  ({
    risk: (risk ?? 'write') as K,
    at,
    faults: [...changeFaults, ...(faults ?? [])] as readonly (F | (typeof changeFaults)[number])[],
    subject,
    // zod computes the shape, which the compiler cannot follow through a spread of a generic
    input: z.object({
      id: subject.row.shape.id,
      version: subject.row.shape.version,
      ...args,
    }) as unknown as ChangeInput<S['row'], Args>,
    output: subject.row as S['row'],
    ...parts,
    requires: known(parts.requires),
  }) as const

type Unnamed = Omit<Endpoint, 'id'>
/** Calls that belong to a listing and are made with it: their ids follow from its own. */
export const derived = ['sparse', 'count', 'totals', 'facet', 'range', 'place', 'export'] as const
type Derived = (typeof derived)[number]

/** An endpoint once it has its id, with the calls that were derived from it. */
type Identified<Parts, Id extends string> = {
  [K in keyof Parts]: K extends Derived
    ? Parts[K] extends Unnamed
      ? Parts[K] & { readonly id: `${Id}.${K}` }
      : Parts[K]
    : Parts[K]
} & { readonly id: Id }

function identify(id: string, parts: Unnamed): Endpoint {
  const own = parts as Unnamed & Partial<Record<Derived, Unnamed>>
  const calls = derived.flatMap((name) => (own[name] ? [[name, { ...own[name], id: `${id}.${name}` }]] : []))
  return { ...parts, ...Object.fromEntries(calls), id }
}

/** Gives each endpoint of a noun its id. */
export function api<const Noun extends string, Verbs extends Record<string, Unnamed>>(noun: Noun, verbs: Verbs) {
  const named = Object.entries(verbs).map(([verb, parts]) => [verb, identify(`${noun}.${verb}`, parts)])
  // the entries were made from `verbs`, verb by verb
  return Object.fromEntries(named) as { [Verb in keyof Verbs & string]: Identified<Verbs[Verb], `${Noun}.${Verb}`> }
}
