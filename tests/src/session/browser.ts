import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startLanguage } from '#src/locale/language.ts'

/** What a server says to one call; null: nothing, ever. */
export type Answer = { readonly body: object | string; readonly headers?: Readonly<Record<string, string>> } | null

class Storage extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null
  setItem = (key: string, value: string) => void this.set(key, value)
  removeItem = (key: string) => void this.delete(key)
}

const cookies = new Map<string, string>()
/** Cookies as a document has them: set one by one, read all together. */
const page = {
  documentElement: { lang: '', dataset: {} },
  get cookie() {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  },
  set cookie(text: string) {
    const [, name, value, rest] = /^([^=]+)=([^;]*)(.*)$/.exec(text)!
    if (rest!.includes('Max-Age=0')) cookies.delete(name!)
    else cookies.set(name!, value!)
  },
}

const real = globalThis.fetch
/** Nobody listens there. */
const nowhere = 'http://localhost:1'

/** Calls that a server got, and what it answers to the next ones. */
export interface Server {
  readonly asked: { readonly at: string; readonly token: string | undefined; readonly unattended?: string }[]
  /** What came with those that brought something, in their order. */
  readonly bodies: string[]
  /** Answers calls by `GET /api/path`, or whatever is asked. */
  answer: (at: string) => Answer
  /** Whether calls reach it. */
  reachable: boolean
  stop(): Promise<void>
}

/** A server over HTTP, and what of a browser the session needs to reach it: cookies, storage, an address. */
export async function startBrowser(): Promise<Server> {
  const asked: Server['asked'][number][] = []
  const bodies: string[] = []
  const http = createServer((request: IncomingMessage, response) => {
    const at = `${request.method} ${request.url!.split('?')[0]}`
    const { authentication: token, 'x-unattended': unattended } = request.headers as Record<string, string | undefined>
    asked.push({ at, token, ...(unattended && { unattended }) })
    request.on('data', (part: Buffer) => bodies.push(part.toString()))
    const answer = server.answer(at)
    if (!answer) return
    const { body, headers = {} } = answer
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => http.listen(0, resolve))
  const origin = `http://localhost:${(http.address() as AddressInfo).port}` // it listens on a port
  const server: Server = {
    asked,
    bodies,
    reachable: true,
    answer: () => ({ body: { code: 200, msg: '', data: {} } }),
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  Object.assign(globalThis, {
    document: page,
    location: new URL(origin),
    localStorage: new Storage(),
    sessionStorage: new Storage(),
    // a browser reads an address as the page's own
    fetch: (input: string, init?: RequestInit) => real(new URL(input, server.reachable ? origin : nowhere), init),
  })
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB'], platform: '' }, configurable: true })
  await startLanguage()
  return server
}
