import { DrizzleQueryError } from 'drizzle-orm'
import { stateOf } from './database.ts'

/** Error as a log line holds it: what went wrong and where, without the values it went wrong with. */
export interface SerializedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly cause?: SerializedError
}

/** Longest statement that is written down, in characters: one of many rows is all placeholders. */
const statementMax = 1_000

/** Fields of a PostgreSQL error that hold no value of a row; `message`, `detail` and `where` may. */
interface DatabaseError {
  readonly severity?: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
  readonly routine?: string
}

const isDatabaseError = (error: Error): error is Error & DatabaseError => 'severity' in error && 'code' in error

/**
 * Message of an error without values: parameters of a statement, a row that a constraint refused and a text that could not
 * be parsed are personal data more often than not.
 */
export function safeMessage(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `SQLSTATE ${stateOf(error)}: ${error.query.slice(0, statementMax)}`
  if (!(error instanceof Error)) return 'not an error'
  if (isDatabaseError(error)) {
    const { code, constraint, table, column, routine } = error
    return ['SQLSTATE', code, constraint, table, column, routine].filter(Boolean).join(' ')
  }
  return error instanceof SyntaxError ? 'text that could not be parsed' : error.message
}

/** Stack frames alone: its first lines repeat the message. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** Error serializer of the log (pino): values of rows and parameters of statements stay out of it. */
export function serializeError(error: unknown): SerializedError {
  const message = safeMessage(error)
  if (!(error instanceof Error)) return { type: typeof error, message, stack: '' }
  return {
    type: error.constructor.name,
    message,
    stack: framesOf(error),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  }
}

/** Ends the process on an error that nobody caught, as Node does, which would print the parameters of a statement. */
export function exitOnUncaught(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${JSON.stringify(serializeError(error), null, 2)}\n`)
    process.exit(1)
  })
}
