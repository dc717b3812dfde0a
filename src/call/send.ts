import { type FetchError, ofetch } from 'ofetch'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { language } from '#src/locale/language.ts'
import { isUserPresent } from '#src/session/base/presence.ts'
import { handleUnauthorized } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { withStepUp } from './step-up.ts'

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
export interface SendOptions {
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

/** What the server refuses. An ended session leads to sign-in, whoever called; one that ended before says nothing of the next. */
function refusalOf(envelope: Envelope, generation: number): CallFailed {
  if (envelope.code === 401 && generation === token.generation()) handleUnauthorized(envelope.msg, envelope.fault)
  return new CallFailed(envelope)
}

/** Answers without an envelope: a lost network, a timeout, a proxy in between. */
function noAnswer(error: FetchError, generation: number): CallFailed {
  const envelope = error.data as Envelope | undefined // what our server sends even with an HTTP error
  if (envelope?.code) return refusalOf(envelope, generation)
  const late = error.cause instanceof DOMException && error.cause.name === 'TimeoutError'
  return new CallFailed({ code: 0, msg: error.message, fault: late ? 'timeout' : 'network' })
}

const headersOf = ({ rehearse, idempotencyKey }: SendOptions): Record<string, string> => ({
  'Accept-Language': language(),
  ...(token.held() && { Authentication: token.held() }),
  // a list that keeps itself up to date keeps nobody signed in
  ...(!isUserPresent() && { 'X-Unattended': '1' }),
  ...(rehearse && { 'X-Rehearse': '1' }),
  ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
})

/** The query of a call: every one carries the cache-busting parameter and the time. Source: specification, section 7. */
const queryOf = ({ query = {} }: SendOptions) => ({ ...query, _: Math.random().toString(36).slice(2), t: Date.now() })

/** A token that comes back replaces the one that is held; not once somebody has signed out meanwhile, or in again. */
function renewToken({ headers }: Response, generation: number): void {
  const renewed = headers.get('Authentication')
  if (renewed && token.held() && generation === token.generation()) token.hold(renewed)
}

/** What ends a call before its time: whoever makes it, or the limit, until that is lifted. ofetch knows one or the other. */
function withTimeout(signal: AbortSignal | undefined) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), timeoutMs)
  return { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal, lift: () => clearTimeout(timer) }
}

/** Sends one call and opens its envelope. */
async function sendOnce(at: string, sending: SendOptions): Promise<unknown> {
  const [method, path] = at.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string] // as `Address` has it
  const { body, signal } = sending
  const generation = token.generation()
  const limit = withTimeout(signal)
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
      throw noAnswer(error, generation)
    })
    .finally(limit.lift)
  renewToken(response, generation)
  const envelope = response._data
  if (envelope?.code !== 200)
    throw refusalOf(envelope ?? { code: 0, msg: response.statusText, fault: 'network' }, generation)
  return envelope.data
}

/**
 * Sends a call and answers what it says. Where the server asks for a step-up, so does this, and sends the call again.
 * @throws CallFailed for every answer but 200, and for none.
 */
export const send = (at: string, sending: SendOptions = {}): Promise<unknown> => withStepUp(() => sendOnce(at, sending))

interface Fetched {
  readonly blob: Blob
  readonly fileName: string | null
}

/**
 * Fetches a file, however long it takes to come. A refusal before its first byte is an envelope with an error status,
 * like any other.
 * @throws CallFailed
 */
export const sendForFile = (at: string, sending: SendOptions): Promise<Fetched> =>
  withStepUp(() => fetchOnce(at, sending))

async function fetchOnce(at: string, sending: SendOptions): Promise<Fetched> {
  const [method, path] = at.split(' ') as ['GET' | 'POST', string] // as `Address` has it
  const { signal } = sending
  const generation = token.generation()
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
      throw envelope?.code ? refusalOf(envelope, generation) : noAnswer(error, generation)
    })
  renewToken(response, generation)
  const blob = response._data as Blob // asked for as one
  if (blob.type.startsWith('application/json')) throw refusalOf(JSON.parse(await blob.text()) as Envelope, generation)
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
  return { blob, fileName: encoded ? decodeURIComponent(encoded) : null }
}
