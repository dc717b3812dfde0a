import type { FastifyInstance } from 'fastify'

/** Deepest nesting of a body. Inputs of the contract have six levels. */
const depthMax = 32

/** Where the string that begins at `start` ends; behind the text where it does not. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** Whether an odd number of backslashes stands before a sign. */
function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from -= 1
  return (at - from) % 2 === 1
}

const steps: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Whether a JSON text is nested more deeply than any input, read once from left to right. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"') at = stringEnd(text, at)
    else depth += steps[sign] ?? 0
    if (depth > depthMax) return true
  }
  return false
}

/** A body that no call takes, refused before anything walks it. */
class MalformedBody extends Error {
  readonly statusCode = 400
  readonly fault: string
  constructor(fault: string) {
    super(fault)
    this.fault = fault
  }
}

/** The refusal of a malformed body; of any other trouble undefined. */
export const bodyFault = (error: unknown): string | undefined =>
  error instanceof MalformedBody ? error.fault : undefined

const isInput = (value: unknown): value is object | null => typeof value === 'object' && !Array.isArray(value)

/** JSON body parser: objects of bounded depth, and no other type of text. */
export function mountJsonParser(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser(['application/json', 'text/plain'])
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (isTooDeep(text)) return done(new MalformedBody('too_deep'))
    return parse(request, text, (error, value) => {
      if (error) return done(error)
      return isInput(value) ? done(null, value) : done(new MalformedBody('not_an_object'))
    })
  })
}
