import { mockAnswer } from './mock-answer.ts'

/** Nothing is told live: there is nobody to tell it. */
class SilentEventSource extends EventTarget {
  readonly readyState = 0
  close(): void {}
}

const readBody = async (request: Request): Promise<object> => {
  const text = await request.text()
  return text.startsWith('{') ? (JSON.parse(text) as object) : {}
}

/** Answers the console's calls here, in the browser. What is no call goes where it always goes. */
export function startMock(): void {
  const real = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init)
    const { pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return real(input, init)
    const at = `${request.method} ${pathname.slice('/api'.length)}`
    const token = request.headers.get('Authentication') ?? ''
    const answer = mockAnswer({
      at,
      token,
      input: { ...Object.fromEntries(searchParams), ...(await readBody(request)) },
    })
    return Response.json(answer)
  }
  Object.assign(window, { EventSource: SilentEventSource })
}
