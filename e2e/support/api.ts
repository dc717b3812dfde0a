import { randomUUID } from 'node:crypto'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { session } from '#contract/session.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import type { RoleMark, roles } from '#server/seed/roles.ts'

type RoleAccount = (typeof roles)[RoleMark]['account']
/** Somebody who can sign in to the demo: the account that shows a role, or a colleague of theirs. */
export type Account = RoleAccount | `${RoleAccount}${number}`

/** What every call answers. */
export interface Answer {
  readonly code: number
  readonly msg: string
  readonly data?: unknown
}

/** Where the server of this worker listens; the global setup has started one for each. */
export const serverUrl = (): string => process.env.BASE_URLS!.split(' ')[Number(process.env.TEST_PARALLEL_INDEX)]!

async function send(endpoint: Endpoint, input: Record<string, unknown>, token: string): Promise<Answer> {
  const [method, path] = endpoint.at.split(' ') as [string, string] // as `Address` has it
  const filled = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])
  const query = method === 'GET' ? `?${new URLSearchParams(pairs)}` : ''
  const response = await fetch(`${serverUrl()}/api${filled}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token && { authentication: token }),
      ...(endpoint.risk !== 'read' && { 'idempotency-key': randomUUID() }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as Answer // what every call answers
}

/** A member of staff who calls the server past the console. */
export class Client {
  readonly token: string
  constructor(token: string) {
    this.token = token
  }
  /** What the server answers, whatever that is. */
  ask = <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer> =>
    send(endpoint, input as Record<string, unknown>, this.token) // every input is an object

  /** @throws Error where the server refuses. */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
    const { code, msg, data } = await this.ask(endpoint, input)
    if (code !== 200) throw new Error(`${endpoint.id}: ${code} ${msg}`)
    return endpoint.output.parse(data) as Output<E> // by its own schema
  }
}

/** Signs somebody in past the console. Every time is a session of its own. */
async function signIn(username: Account): Promise<Client> {
  const { token } = await new Client('').call(session.signIn, { username, password: demoPassword })
  return new Client(token)
}
/**
 * So long a session is used again, after it began: one that nobody uses ends by itself, and one that is older gets another
 * token, which a page that is left just then never hears of.
 */
const usedForMs = 300_000
const isYoung = (since: number): boolean => Date.now() - since < usedForMs
const clients = new Map<Account, { readonly client: Promise<Client>; readonly since: number }>()

/** Somebody who has signed in past the console: once, for all tests of some minutes. */
export function signedIn(who: Account): Promise<Client> {
  const known = clients.get(who)
  if (known && isYoung(known.since)) return known.client
  const made = { client: signIn(who), since: Date.now() }
  clients.set(who, made)
  return made.client
}

/** Session pool: tokens of sessions that are open and in nobody's browser, since a password is slow to check. */
const idleTokens = new Map<Account, string[]>()
/** When the session of each began. */
const begunAt = new Map<string, number>()

/** A session of somebody that no other browser has: one that was used before and is young, else a new one. */
export async function takeToken(who: Account): Promise<string> {
  const young = (idleTokens.get(who) ?? []).filter((token) => isYoung(begunAt.get(token)!))
  const known = young.pop()
  idleTokens.set(who, young)
  if (known) return known
  const { token } = await signIn(who)
  begunAt.set(token, Date.now())
  return token
}

/** Gives a session that is still open to whoever sits down next. */
export function releaseToken(who: Account, token: string): void {
  idleTokens.set(who, [...(idleTokens.get(who) ?? []), token])
}
