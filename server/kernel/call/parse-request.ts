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
export function decodeRequest(schema: z.ZodObject, { query, params }: FastifyRequest): Record<string, unknown> {
  const given = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }
  const kept = Object.entries(given).filter(([name]) => !ignoredParameters.includes(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const field = schema.shape[name]
      return [name, decoded(field && typeOfSchema(field), value)]
    }),
  )
}

/** Where in an input a text has the sign that no database keeps, U+0000; null where none has it. */
function nulPath(input: unknown, path: readonly PropertyKey[] = []): readonly PropertyKey[] | null {
  if (typeof input === 'string') return input.includes('\0') ? path : null
  if (typeof input !== 'object' || input === null) return null
  for (const [name, value] of Object.entries(input)) {
    const found = name.includes('\0') ? path : nulPath(value, [...path, name])
    if (found) return found
  }
  return null
}

interface Parsed {
  /** Nothing, where there is something wrong. */
  readonly input: Readonly<Record<string, unknown>>
  readonly issues: readonly z.core.$ZodIssue[] | null
}

/** Reads what was given as its schema has it. What no database keeps is refused, whatever the schema says. */
export function parseInput(schema: z.ZodObject, given: object): Parsed {
  const path = nulPath(given)
  if (path) return { input: {}, issues: [{ code: 'custom', path: [...path], message: 'unprintable', input: given }] }
  const { data, error } = schema.safeParse(given, { reportInput: true })
  return { input: data ?? {}, issues: error?.issues ?? null }
}
