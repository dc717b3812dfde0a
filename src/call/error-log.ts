import { proxy } from 'valtio'
import { onUserGone } from '#src/session/base/session.ts'
import { CallFailed } from './send.ts'

/** A defect, as it is shown to whoever looks into it. */
export interface LoggedError {
  readonly at: number
  readonly message: string
  /** Where in the code, without what was said there. */
  readonly stack: string
  /** The path in front, without what was asked there. */
  readonly page: string
  /** What the server knows it by. */
  readonly requestId: string | null
  /** How often it has come, one after the other. */
  times: number
}

const keptMax = 100

/** What went wrong since signing in, newest first. Filled in the production build only. */
export const errorLog = proxy<{ entries: LoggedError[] }>({ entries: [] })

/** Empties the error log. */
export const clearErrors = (): void => {
  errorLog.entries = []
}
onUserGone(clearErrors)

const address = /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+/g
const number = /\+?\d[\d\s-]{4,}\d/g
/** A quoted name of the code may stay; a quoted value may be anybody's. */
const quoted = /"[^"]*"|'(?!\w{1,40}')[^']*'|“[^”]*”|`[^`]*`/g

/** A message without what may be personal in it: numbers, addresses, values. */
export const withoutPersonalData = (message: string): string =>
  message.replace(quoted, '“…”').replace(address, '…').replace(number, '…').slice(0, 300)

/** The places of a stack: neither the message before them nor what an address asks for. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s*at |@\S+:\d+:\d+$/.test(line))
    .map((line) => line.trim().replace(/\?[^:)\s]*/g, ''))
    .join('\n')

/** Nobody waits for the answer any more. */
const expectedNames = ['AbortError', 'CancelledError']

/** A refusal is an answer; a server that fails, or is not there, is a defect. */
function isDefect(error: unknown): boolean {
  if (error instanceof CallFailed) return error.code === 0 || error.code >= 500
  return !(error instanceof Error && expectedNames.includes(error.name))
}

const messageOf = (error: unknown): string => {
  if (error instanceof CallFailed) return `${error.code} ${error.fault}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Writes a defect down: in the production build only. Source: specification, section 8. */
export function logError(error: unknown, on = import.meta.env.PROD): void {
  if (!on || !isDefect(error)) return
  const entry: LoggedError = {
    at: Date.now(),
    message: withoutPersonalData(messageOf(error)),
    stack: error instanceof Error ? framesOf(error.stack ?? '') : '',
    page: location.pathname,
    requestId: error instanceof CallFailed ? error.requestId : null,
    times: 1,
  }
  const [last] = errorLog.entries
  const again = last && last.message === entry.message && last.stack === entry.stack && !entry.requestId
  if (again) last.times += 1
  else errorLog.entries = [entry, ...errorLog.entries].slice(0, keptMax)
}

/** Those that somebody is looking for: every word is in the message, the page, the stack or the request's number. */
export function searchErrors(entries: readonly LoggedError[], typed: string): readonly LoggedError[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ message, page, stack, requestId }) => {
    const whole = [message, page, stack, requestId ?? ''].join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
