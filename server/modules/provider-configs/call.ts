import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IdOf } from '#contract/kernel/values.ts'
import type { TestOutcome } from '#contract/providers/configs.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { noteFailure, noteSuccess } from './health.ts'
import type { StoredConfig } from './store.ts'

const timeoutMs = 5_000
/** Longest answer that is read, in bytes. */
const answerMax = 65_536

/** Where a provider is reached, and with which keys. */
export interface ProviderTarget {
  readonly url: string
  /** Where it calls back. */
  readonly callbackUrl: string
  /** The configuration it is; none: what was sent before there were any. */
  readonly configId: IdOf<'providerConfig'> | null
  readonly account: string | null
  readonly apiKey: string | null
  /** Signs what goes there, and tells whether something comes from there. */
  readonly secrets: Pick<Secrets, 'sign' | 'verify'>
  /** Whether what was sent last went through. */
  readonly isUp: boolean
}

/** Signatures by a key that a provider has given us: the same whoever signs. */
function signaturesBy(key: string): ProviderTarget['secrets'] {
  const signed = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: (_, text) => signed(text).toString('hex'),
    verify(_, text, signature) {
      const given = Buffer.from(signature, 'hex')
      const wanted = signed(text)
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}

/** The target of a configuration; none: where the environment says. Without a key of its own the installation's signs. */
export function targetOf(config: StoredConfig | null, isUp: boolean, app: AppContext): ProviderTarget {
  const { url, callbackUrl } = app.environmentGateway()
  const open = (key: string | null | undefined) => (key ? app.secrets.decrypt(key) : null)
  const signingKey = open(config?.signingKey)
  return {
    ...{ url: config?.address ?? url, callbackUrl, configId: config?.id ?? null, account: config?.account ?? null },
    ...{ apiKey: open(config?.apiKey), secrets: signingKey ? signaturesBy(signingKey) : app.secrets, isUp },
  }
}

/** What a provider is asked. */
export interface ProviderRequest {
  /** `/payouts`. */
  readonly path: string
  /** Who signs. */
  readonly sender: string
  /** Posted, and signed; … */
  readonly body?: string
  /** … without it, what is signed of a question. */
  readonly asks?: string
}

const request = (target: ProviderTarget, { path, sender, body, asks = '' }: ProviderRequest): Promise<Response> =>
  fetch(`${target.url.replace(/\/+$/, '')}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-signature': target.secrets.sign(sender, body ?? asks),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(target.apiKey && { authorization: `Bearer ${target.apiKey}` }),
      ...(target.account && { 'x-account': target.account }),
    },
    ...(body !== undefined && { body }),
    // elsewhere nobody has allowed it to send us
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })

/** What an answer holds. @throws Error where that is more than `max` bytes. */
export async function bytesOf({ body }: Response, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > max) throw new Error('the gateway answered more than it may')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The JSON of an answer. @throws Error where it is none, or too long. */
export async function jsonOf(response: Response): Promise<unknown> {
  const bytes = await bytesOf(response, answerMax)
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    throw new Error('the gateway answered what is no JSON')
  }
}

/** @throws Error where the answer is no success. */
export async function mustBeOk({ ok, status }: Response): Promise<void> {
  if (!ok) throw new Error(`the gateway answered ${status}`)
}

/** What a channel says when it is asked: what it would have called back with; null where it knows of nothing. */
export async function signedAnswerOf(response: Response) {
  if (response.status === 404) return null
  await mustBeOk(response)
  return (await jsonOf(response)) as { payload: string; signature: string } | { pending: true } // as the channel's page says
}

/** Whether nothing else would get through either: it is out of order, refuses our keys, or is asked too much. */
const isOutOfOrder = ({ status }: Response): boolean => status >= 500 || [401, 403, 429].includes(status)

/**
 * Calls a provider; `take` reads the answer. What does not go through counts against its configuration, what goes
 * through speaks for it.
 * @throws Error where it cannot be reached, does not answer in time, or answers what `take` does not.
 */
export async function callProvider<Answer>(
  target: ProviderTarget,
  asked: ProviderRequest,
  take: (response: Response) => Promise<Answer>,
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
): Promise<Answer> {
  const { configId, isUp } = target
  let response: Response | undefined
  try {
    response = await request(target, asked)
    const answer = await take(response)
    if (configId) await noteSuccess(db, configId, { isUp, now: clock.now() })
    return answer
  } catch (error) {
    const isItsFault = !response || response.ok || isOutOfOrder(response)
    if (configId && isItsFault) await noteFailure(db, configId, { error: safeMessage(error), now: clock.now() })
    throw error
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** Test connection: asks a provider whether it is there. Never throws: whatever it does is an outcome. */
export async function testTarget(target: ProviderTarget): Promise<{ outcome: TestOutcome; latencyMs: number }> {
  const began = performance.now()
  const outcome = await request(target, { path: '/ping', sender: 'test' }).then(
    async (response): Promise<TestOutcome> => {
      if ([401, 403].includes(response.status)) return 'keysRefused'
      if (!response.ok) return 'rubbish'
      return jsonOf(response).then(
        () => 'reached' as const,
        (error: unknown) => (isTimeout(error) ? 'slow' : 'rubbish'),
      )
    },
    (error: unknown): TestOutcome => (isTimeout(error) ? 'slow' : 'unreachable'),
  )
  return { outcome, latencyMs: Math.round(performance.now() - began) }
}
