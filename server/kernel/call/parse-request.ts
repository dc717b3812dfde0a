import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

/** What a field of the schema is underneath everything wrapped around it: `number`, `array`, … */
const typeOfSchema = (schema: z.core.$ZodType): string => {
  const { innerType, type } = schema._zod.def as { innerType?: z.core.$ZodType; type: string } // wrappers keep it there
  return innerType ? typeOfSchema(innerType) : type
}

/** A list in a query: given several times, or once with commas. */
const listOf = (value: unknown): unknown[] =>
  [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part))

const decoded = (kind: string | undefined, value: unknown): unknown => {
  if (kind === 'array') return listOf(value)
  if (typeof value !== 'string') return value
  if (kind === 'number' && value.trim() !== '') return Number(value)
  return kind === 'boolean' ? value === 'true' : value
}

/** Parameters that every call carries and no call means: they only keep caches away. */
const ignoredParameters = ['_', 't']

/** Query and path hold strings only: turns each into what its field of the schema is. */
function decodeRequest(schema: z.ZodObject, { query, params }: FastifyRequest): Record<string, unknown> {
  const given = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }
  const kept = Object.entries(given).filter(([name]) => !ignoredParameters.includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
      return [name, decoded(field && typeOfSchema(field), value)]
    }),
  )
}

/** The fields of a schema that a request gives, in its body, path or query. Whatever else it holds is never walked. */
export function givenTo(schema: z.ZodObject, request: FastifyRequest): Record<string, unknown> {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>> // an object: see `json-body`
  const names = Object.keys(schema.shape).filter((name) => Object.hasOwn(body, name))
  return { ...decodeRequest(schema, request), ...Object.fromEntries(names.map((name) => [name, body[name]])) }
}

/** What no database keeps: U+0000, and half of a surrogate pair. */
const unprintable = /[\0\p{Surrogate}]/u

/** Where in an input a text is unprintable, from the inside out; null where none is. Bodies are bounded in depth. */
function unprintablePath(input: unknown): PropertyKey[] | null {
  if (typeof input === 'string') return unprintable.test(input) ? [] : null
  if (typeof input !== 'object' || input === null) return null
  for (const name in input) {
    if (unprintable.test(name)) return []
    const inner = unprintablePath((input as Readonly<Record<string, unknown>>)[name]) // its own key
    if (inner) return [...inner, name]
  }
  return null
}

interface Parsed {
  /** Nothing, where there is something wrong. */
  readonly input: Readonly<Record<string, unknown>>
  readonly issues: readonly z.core.$ZodIssue[] | null
}

/** A parameter by the name of what every object has: nobody sends one by mistake. */
const inheritedName = (schema: z.ZodObject, given: object): string | undefined =>
  Object.keys(given).find((name) => name in Object.prototype && !Object.hasOwn(schema.shape, name))

/** Reads what was given as its schema has it. What no database keeps is refused, whatever the schema says. */
export function parseInput(schema: z.ZodObject, given: object): Parsed {
  const inherited = inheritedName(schema, given)
  if (inherited !== undefined)
    return { input: {}, issues: [{ code: 'custom', path: [inherited], message: 'unrecognized_keys', input: given }] }
  const path = unprintablePath(given)?.reverse()
  if (path) return { input: {}, issues: [{ code: 'custom', path, message: 'unprintable', input: given }] }
  const { data, error } = schema.safeParse(given, { reportInput: true })
  return { input: data ?? {}, issues: error?.issues ?? null }
}
