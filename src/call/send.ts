import { type FetchError, ofetch } from 'ofetch'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { language } from '#src/locale/language.ts'
import { isAttended } from '#src/session/attention.ts'
import { sessionOver } from '#src/session/session.ts'
import { token } from '#src/session/token.ts'
import { proven } from './step-up.ts'

/** What every call answers. */
interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data?: unknown
  readonly fault?: string
  readonly values?: FaultValues
  readonly fields?: readonly { readonly field: string; readonly reason: string }[]
  readonly requestId?: string
}

/** A call that was not answered with 200. `code` 0: nobody answered at all. */
export class CallFailed extends Error {
  readonly code: number
  readonly fault: string
  readonly values: FaultValues
  readonly fields: NonNullable<Envelope['fields']>
  readonly requestId: string | null
  constructor({ code, msg, fault = 'internal', values = {}, fields = [], requestId = '' }: Envelope) {
    super(msg)
    this.code = code
    this.fault = fault
    this.values = values
    this.fields = fields
    this.requestId = requestId || null
  }
}

/** Longest time a call may take. Source: specification, section 9. */
const timeoutMs = 50_000

/** What goes with a call beside its address. */
export interface Sending {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object | FormData
  /** Nothing of it stays; it answers what it would have done. */
  readonly rehearse?: boolean
  /** Names a write, so that sending it again does not do it again. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** It arrives though the page goes away meanwhile: a small one, whose answer nobody waits for. */
  readonly outlives?: boolean
}

/** What the server refuses. An ended session leads to sign-in, whoever called. */
function refused(envelope: Envelope): CallFailed {
  if (envelope.code === 401) sessionOver(envelope.msg)
  return new CallFailed(envelope)
}

/** Answers without an envelope: a lost network, a timeout, a proxy in between. */
function unanswered(error: FetchError): CallFailed {
  const envelope = error.data as Envelope | undefined // what our server sends even with an HTTP error
  if (envelope?.code) return refused(envelope)
  const late = error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
  return new CallFailed({ code: 0, msg: error.message, fault: late ? 'timeout' : 'network' })
}

const headersOf = ({ rehearse, idempotencyKey }: Sending): Record<string, string> => ({
  'Accept-Language': language(),
  ...(token.held() && { Authentication: token.held() }),
  // a list that keeps itself up to date keeps nobody signed in
  ...(!isAttended() && { 'X-Unattended': '1' }),
  ...(rehearse && { 'X-Rehearse': '1' }),
  ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
})

/** The query of a call: every one carries the cache-busting parameter and the time. Source: specification, section 7. */
const queryOf = ({ query = {} }: Sending) => ({ ...query, _: Math.random().toString(36).slice(2), t: Date.now() })

/** A token that comes back replaces the one that is held; not once somebody has signed out meanwhile. */
function takeToken({ headers }: Response): void {
  const renewed = headers.get('Authentication')
  if (renewed && token.held()) token.hold(renewed)
}

/** What ends a call before its time: whoever makes it, or the limit, until that is lifted. ofetch knows one or the other. */
function limited(signal: AbortSignal | undefined) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  return { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal, lift: () => clearTimeout(timer) }
}

/** Sends one call and opens its envelope. */
async function sendOnce(at: string, sending: Sending): Promise<unknown> {
  const [method, path] = at.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string] // as `Address` has it
  const { body, signal } = sending
  const limit = limited(signal)
  const response = await ofetch
    .raw<Envelope>(`/api${path}`, {
      method,
      query: queryOf(sending),
      headers: headersOf(sending),
      signal: limit.signal,
      retry: 0,
      keepalive: sending.outlives ?? false,
      ...(body && { body }),
    })
    .catch((error: FetchError) => {
      if (signal?.aborted) throw signal.reason
      throw unanswered(error)
    })
    .finally(limit.lift)
  takeToken(response)
  const envelope = response._data
  if (envelope?.code !== 200) throw refused(envelope ?? { code: 0, msg: response.statusText, fault: 'network' })
  return envelope.data
}

/**
 * Sends a call and answers what it says. Where the server asks for a step-up, so does this, and sends the call again.
 * @throws CallFailed for every answer but 200, and for none.
 */
export const send = (at: string, sending: Sending = {}): Promise<unknown> => proven(() => sendOnce(at, sending))

interface Fetched {
  readonly blob: Blob
  readonly fileName: string | null
}

/**
 * Fetches a file, however long it takes to come. A refusal before its first byte is an envelope with an error status,
 * like any other.
 * @throws CallFailed
 */
export const sendForFile = (at: string, sending: Sending): Promise<Fetched> => proven(() => fetchOnce(at, sending))

async function fetchOnce(at: string, sending: Sending): Promise<Fetched> {
  const [method, path] = at.split(' ') as ['GET' | 'POST', string] // as `Address` has it
  const { signal } = sending
  const given = Object.entries(queryOf(sending)).filter(([, value]) => value !== undefined)
  const response = await ofetch
    .raw(`/api${path}`, {
      method,
      query: Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])),
      headers: headersOf(sending),
      responseType: 'blob',
      retry: 0,
      ...(signal && { signal }),
    })
    .catch(async (error: FetchError) => {
      const answered = error.response?._data
      const envelope = answered instanceof Blob ? (JSON.parse(await answered.text()) as Envelope) : undefined // as above
      throw envelope?.code ? refused(envelope) : unanswered(error)
    })
  takeToken(response)
  const blob = response._data as Blob // asked for as one
  if (blob.type.startsWith('application/json')) throw refused(JSON.parse(await blob.text()) as Envelope)
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { blob, fileName: encoded ? decodeURIComponent(encoded) : null }
}
