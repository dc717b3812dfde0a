import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { tokenCookie } from '#contract/session.ts'
import { type Actor, anonymous } from '#server/kernel/base/actor.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Reader } from '#server/kernel/base/request-context.ts'
import { languageOf } from '#server/kernel/base/translations.ts'
import { recordRefusal } from './audit-entry.ts'
import type { AppContext, Caller, Invocation, RegistryEntry } from './context.ts'
import { cookieOf } from './cookies.ts'
import { type Envelope, forbidden, invalid, refusedAs, signedOut } from './envelope.ts'
import { readCall, writeCall } from './invoke.ts'
import { givenTo, parseInput } from './parse-request.ts'
import { stepUpDue } from './step-up.ts'
import { receiveUploads } from './uploads.ts'

/** Authentication: finds out whose token it is. `renewed` replaces it. Watching only does not keep a session alive. */
export type Identify = (
  token: string | undefined,
  how: { readonly watching: boolean },
) => Promise<{ actor: Actor; renewed: string | null } | null>

/** What the HTTP server is made of. */
export interface ServerParts {
  readonly app: AppContext
  readonly identify: Identify
}

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** Locale and id of a request. */
export function readerOf(request: FastifyRequest, { translations }: AppContext): Reader {
  const language = languageOf(header(request, 'accept-language') ?? undefined)
  return { requestId: request.id, language, t: (key, values) => translations.t(language, key, values) }
}

const callerOf = (request: FastifyRequest, actor: Actor, app: AppContext): Caller => ({
  ...readerOf(request, app),
  actor,
  ip: request.ip,
  agent: header(request, 'user-agent'),
  rehearse: header(request, 'x-rehearse') === '1',
  idempotencyKey: header(request, 'idempotency-key'),
  batchId: null,
})

/** Longest idempotency key, in characters. */
const keyMax = 200

const longKey = ({ idempotencyKey }: Caller): z.core.$ZodIssue[] | null =>
  idempotencyKey && idempotencyKey.length > keyMax
    ? [
        {
          code: 'too_big',
          origin: 'string',
          maximum: keyMax,
          path: ['Idempotency-Key'],
          message: '',
          input: idempotencyKey,
        },
      ]
    : null

/** Money moves once: without a key, a repeated call would move it twice. */
const needsKey = ({ risk }: Endpoint, { idempotencyKey, rehearse }: Caller): boolean =>
  (risk === 'money' || risk === 'irreversible') && !idempotencyKey && !rehearse

/** A dry run tells what a call would say: of a password that would be an answer without a record. */
const isRehearsable = ({ subject, risk, rehearsable }: Endpoint): boolean =>
  rehearsable ?? (subject !== undefined || risk === 'read')

/** What somebody has to do before this call is answered; null where nothing. */
function pendingSetup({ passwordDue, twoFactorRequired, twoFactor }: Actor, { requires }: Endpoint): string | null {
  if (requires === 'session' || requires === 'public') return null
  if (passwordDue) return 'password_change_due'
  return twoFactorRequired && !twoFactor && requires !== 'enrolling' ? 'two_factor_due' : null
}

/** Why a call that its caller may make is not run: what is wrong with it, or what has to come first. */
async function refusalOf(act: Invocation, issues: readonly z.core.$ZodIssue[] | null): Promise<Envelope | null> {
  const { endpoint } = act.entry
  if (issues) return invalid(issues, act.caller)
  if (needsKey(endpoint, act.caller)) return refusedAs({ fault: 'idempotency_missing', values: undefined }, act.caller)
  if (act.caller.rehearse && !isRehearsable(endpoint)) {
    await recordRefusal(act, 'not_rehearsable')
    return refusedAs({ fault: 'not_rehearsable', values: undefined }, act.caller)
  }
  const stepUp = stepUpDue(endpoint, { actor: act.caller.actor, now: act.started })
  return stepUp && refusedAs(stepUp, act.caller)
}

/** Handles a call: finds out who asks and whether they may, reads the input, and has the call run. */
export async function handleCall(
  entry: RegistryEntry,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServerParts,
): Promise<Envelope> {
  const { app, identify } = serving
  const { endpoint } = entry
  // what a console asks by itself while nobody is at it, and what a browser follows, which could not keep a new token
  const watching = header(request, 'x-unattended') === '1' || endpoint.byCookie === true
  const token = endpoint.byCookie
    ? cookieOf(request.headers.cookie, tokenCookie)
    : (header(request, 'authentication') ?? undefined)
  const who = endpoint.requires === 'public' ? null : await identify(token, { watching })
  if (who?.renewed) reply.header('Authentication', who.renewed)
  await app.words.fresh()
  const caller = callerOf(request, who?.actor ?? anonymous, app)
  if (!who && endpoint.requires !== 'public') return signedOut(caller)

  const given = givenTo(endpoint.input, request)
  const { input, issues } = parseInput(endpoint.input, given)
  const act = { entry, input, app, caller, started: app.clock.now(), notes: {}, afterCommit: [], effects: [] }
  const due = pendingSetup(caller.actor, endpoint)
  if (due) return refusedAs({ fault: due, values: undefined }, caller)
  if (!caller.actor.may(endpoint.requires)) {
    await recordRefusal(act, 'forbidden')
    return forbidden(caller)
  }
  const refused = await refusalOf(act, issues ?? longKey(caller))
  if (refused) return refused
  if (endpoint.files) return withFiles(act, request, reply)
  return endpoint.risk === 'read' ? readCall(act) : writeCall(act)
}

/** Takes the files of a call in before it runs. Of a form that is refused the rest is not waited for. */
async function withFiles(act: Invocation, request: FastifyRequest, reply: FastifyReply) {
  const { files, filesMax } = act.entry.endpoint
  const uploads = await receiveUploads(request, { files, filesMax }).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (uploads instanceof Refusal) {
    reply.header('Connection', 'close')
    await recordRefusal(act, uploads.fault)
    return refusedAs(uploads, act.caller)
  }
  return writeCall({ ...act, uploads }).finally(() => uploads.dispose())
}
