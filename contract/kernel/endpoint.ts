import { z } from 'zod'
import { changeFaults, type Guard } from './fault.ts'
import { type Field, fieldsOf } from './field.ts'
import type { Hours } from './hours.ts'
import type { May, Right } from './rights.ts'
import type { Version } from './values.ts'

/** A verb and a path, with the fields that belong into the path in braces: `GET /user/{id}`. */
export type Address = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
/** What can go wrong by running it: nothing, a change, money, or a change that stays for good. */
export type Risk = 'read' | 'write' | 'money' | 'irreversible'

/** Most that the files of one call come to, in bytes. */
export const uploadMax = 100 * 1_048_576

/** A kind of row that can be changed: it has an identity and counts its writes. */
export type Changeable = z.ZodObject<z.ZodRawShape & { id: z.ZodType; version: typeof Version }>
/** A kind of row that commands act on. */
export interface Subject<Noun extends string = string, Row extends Changeable = Changeable> {
  readonly noun: Noun
  readonly row: Row
  readonly fields: readonly Field[]
}
/** Names a kind of row. Every listing of the noun shows at least these fields, and its commands are offered there. */
export const subject = <const Noun extends string, Row extends Changeable>(noun: Noun, row: Row) =>
  ({ noun, row, fields: fieldsOf(row) }) satisfies Subject<Noun, Row>

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
  readonly may: May
  readonly input: In
  readonly output: Out
  /** Refusals the caller must be ready for. Anything else that goes wrong is a defect. */
  readonly faults: readonly Fault[]
  /** The kind of row it changes, where it changes one: then its input begins with that row's id and version. */
  readonly subject?: Subject | undefined
  /** Whether the row may be changed so now. Asked by the console before, by the server on the locked row. */
  readonly when?: Guard<never> | undefined
  /** The hours in which it may be done, beside what the row allows. Asked by the console before, by the server again. */
  readonly hours?: Hours | undefined
  /** The amount it moves: a field of the subject or an argument. Previews add it up. */
  readonly sum?: string | undefined
  /** The most that an argument may be: the field of the subject that says so, by the argument's name. */
  readonly bounds?: Readonly<Record<string, string>> | undefined
  /** Above so many rows at once a further right is needed. */
  readonly large?: { readonly rows: number; readonly needs: Right } | undefined
  /** Nouns whose reads are stale afterwards, beside its own. */
  readonly touches?: readonly string[] | undefined
  /** Arguments, and fields of the answer, that never reach the audit log or any other place they could be read in. */
  readonly secrets?: readonly string[] | undefined
  /** Whoever calls has to have proved lately that it is still them: `session.prove`. The call layer asks, and repeats. */
  readonly stepUp?: boolean | undefined
  /** Names of the files it takes along, in a multipart form; the first has to be there. */
  readonly files?: readonly string[] | undefined
}

export type Input<E extends Pick<Endpoint, 'input'>> = z.input<E['input']>
export type Parsed<E extends Pick<Endpoint, 'input'>> = z.output<E['input']>
export type Output<E extends Pick<Endpoint, 'output'>> = z.output<E['output']>
export type FaultOf<E extends Pick<Endpoint, 'faults'>> = E['faults'][number]

interface Common<F extends string> {
  may: May
  faults?: readonly F[]
  touches?: readonly string[]
  secrets?: readonly string[]
  stepUp?: boolean
}
interface Answer<Out extends z.ZodType, F extends string> extends Common<F> {
  output: Out
}
type Path<At extends string, In extends z.ZodObject> = InPath<At> extends keyof z.input<In> ? At : never

/** A call that changes nothing. */
export const read = <
  const At extends Address,
  In extends z.ZodObject,
  Out extends z.ZodType,
  const F extends string = never,
>(
  at: Path<At, In>,
  parts: Answer<Out, F> & { input: In },
) => ({ risk: 'read', at: at as Address, faults: [] as readonly F[], ...parts }) as const

/** A call that changes something which is no row yet. The console refetches every read of the same noun afterwards. */
export const write = <
  const At extends Address,
  In extends z.ZodObject,
  Out extends z.ZodType,
  const F extends string = never,
  const R extends Exclude<Risk, 'read'> = 'write',
>(
  at: Path<At, In>,
  { risk, ...parts }: Answer<Out, F> & { input: In; risk?: R },
) => ({ risk: (risk ?? 'write') as R, at: at as Address, faults: [] as readonly F[], ...parts }) as const

/** The names of a shape; none where nothing was asked for and the compiler fell back to 'any name'. */
type Named<Shape> = string extends keyof Shape ? never : keyof Shape
/** Input of a change: the row's id and version, then what is asked for. */
type ChangeInput<Row extends Changeable, Ask extends z.ZodRawShape> = z.ZodObject<{
  [K in 'id' | 'version' | Named<Ask>]: K extends 'id' | 'version'
    ? Row['shape'][K]
    : K extends keyof Ask
      ? Ask[K]
      : never
}>

interface Change<S extends Subject, Ask extends z.ZodRawShape, F extends string, R> extends Common<F> {
  subject: S
  may: Right | readonly Right[]
  ask?: Ask
  risk?: R
  when?: Guard<z.output<S['row']>>
  hours?: Hours
  sum?: (keyof z.output<S['row']> | Named<Ask>) & string
  bounds?: { readonly [Argument in Named<Ask>]?: keyof z.output<S['row']> & string }
  large?: { rows: number; needs: Right }
}

/**
 * A call that changes one row and answers it as it is then. Its input is the row's id and version, then `ask`.
 * The server fills the first two from the selection, so that one row, a marked hundred and everything a filter
 * matches are the same call.
 */
export const change = <
  S extends Subject,
  const Ask extends z.ZodRawShape,
  const F extends string = never,
  const R extends Exclude<Risk, 'read'> = 'write',
>(
  at: Address,
  { subject, ask, risk, faults, ...parts }: Change<S, Ask, F, R>,
) =>
  ({
    risk: (risk ?? 'write') as R,
    at,
    faults: [...changeFaults, ...(faults ?? [])] as readonly (F | (typeof changeFaults)[number])[],
    subject,
    // zod computes the shape, which the compiler cannot follow through a spread of a generic
    input: z.object({
      id: subject.row.shape.id,
      version: subject.row.shape.version,
      ...ask,
    }) as unknown as ChangeInput<S['row'], Ask>,
    output: subject.row as S['row'],
    ...parts,
  }) as const

type Unnamed = Omit<Endpoint, 'id'>
/** Calls that belong to a listing and are made with it: their ids follow from its own. */
export const derived = ['count', 'totals', 'facet', 'range', 'place', 'export'] as const
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
