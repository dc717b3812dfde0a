import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { metaOf } from '#contract/kernel/field.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { EntryChoice, Words } from '#server/kernel/base/words.ts'

/** Each element of a list or of a record, in a path. */
const each = Symbol('each')

/** An argument that holds a code of a dictionary, or may hold one: at the top, or anywhere in it. */
interface EntryArgument {
  /** Where it is found in the input. */
  readonly path: readonly (string | typeof each)[]
  readonly dictionary: string
  /** Whether anything else may be typed. */
  readonly free: boolean
}

/** What schemas are made of, as far as others stand in it. */
interface Def {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly options?: readonly z.core.$ZodType[]
  readonly element?: z.core.$ZodType
  readonly valueType?: z.core.$ZodType
  readonly innerType?: z.core.$ZodType
  readonly in?: z.core.$ZodType
}

/** The schemas that stand in one, each with how its value is reached from there. A lazy one holds itself, and no code. */
function partsOf(schema: z.core.$ZodType): (readonly [EntryArgument['path'], z.core.$ZodType])[] {
  const { shape = {}, options = [], element, valueType, innerType, in: from } = schema._zod.def as Def // whichever it has
  return [
    ...Object.entries(shape).map(([name, part]) => [[name], part] as const),
    ...[...options, innerType, from].flatMap((part) => (part ? [[[], part] as const] : [])),
    ...[element, valueType].flatMap((part) => (part ? [[[each], part] as const] : [])),
  ]
}

function entryArgumentsIn(schema: z.core.$ZodType, path: EntryArgument['path'] = []): EntryArgument[] {
  const { kind, of, offers } = metaOf(schema) ?? {}
  if (offers) return [{ path, dictionary: offers, free: true }]
  if (kind === 'choice' && of) return [{ path, dictionary: of, free: false }]
  return partsOf(schema).flatMap(([step, part]) => entryArgumentsIn(part, [...path, ...step]))
}

const known = new WeakMap<Endpoint, readonly EntryArgument[]>()

/** The arguments of an endpoint that are chosen from dictionaries; its schema is walked once. */
function entryArgumentsOf(endpoint: Endpoint): readonly EntryArgument[] {
  const made = known.get(endpoint) ?? entryArgumentsIn(endpoint.input)
  known.set(endpoint, made)
  return made
}

/** A value of the input, with the names it is found by. */
interface Found {
  readonly at: readonly string[]
  readonly value: unknown
}

/** The values at a path: one at the most, but of lists and records. */
function valuesAt(found: Found, [step, ...rest]: EntryArgument['path']): Found[] {
  if (step === undefined) return [found]
  const { at, value } = found
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).filter(([name]) => step === each || name === step)
  return inner.flatMap(([name, one]) => valuesAt({ at: [...at, name], value: one }, rest))
}

/** The entry that a value chooses; none where it is no code. @throws Refusal as below. */
function choiceOf({ at, value }: Found, { dictionary, free }: EntryArgument, words: Words): EntryChoice | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const choice = { dictionary, code: String(value) }
  const fault = words.faultOf(choice)
  if (!fault) return choice
  if (fault === 'unknown_entry' && free) return null
  const of = vocabularies.get(dictionary)?.labels ?? dictionary
  throw new Refusal(fault, { entry: { vocabulary: of, value } }, { field: at.join('.') })
}

/**
 * The entries of open vocabularies that a call chooses, each once.
 * @throws Refusal `unknown_entry`, `entry_disabled`, with the argument as its field: `contacts.1.relation`.
 */
export function chosenEntries(
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  words: Words,
): readonly EntryChoice[] {
  if (endpoint.risk === 'read') return []
  const choices = entryArgumentsOf(endpoint).flatMap((argument) =>
    valuesAt({ at: [], value: input }, argument.path).flatMap((found) => choiceOf(found, argument, words) ?? []),
  )
  const open = choices.filter(({ dictionary }) => vocabularies.get(dictionary)?.codesOf === 'open')
  return [...new Map(open.map((choice) => [`${choice.dictionary} ${choice.code}`, choice])).values()]
}
