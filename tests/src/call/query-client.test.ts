import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryClient, silent } from '#src/call/query-client.ts'
import { send } from '#src/call/send.ts'
import { loadTexts } from '#src/locale/language.ts'
import { currentSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { type Server, startBrowser } from '#tests/src/session/browser.ts'

let server: Server
beforeAll(async () => {
  server = await startBrowser()
  await loadTexts('en')
})
afterAll(() => server.stop())
beforeEach(() => {
  queryClient.clear()
  toasts.waiting = []
  token.hold('held')
  Object.assign(currentSession, { user: { userId: 'S1' } })
})
afterEach(() => {
  server.reachable = true
})

const answers = (code: number, msg: string, data: object = {}) => {
  server.answer = () => ({ body: { code, msg, data } })
}
const said = () => toasts.waiting.map(({ tone, message, ms }) => ({ tone, message, ms }))

const query = { queryKey: ['anything'], queryFn: ({ signal }: { signal: AbortSignal }) => send('GET /x', { signal }) }
const read = () => queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => {})

test.for([
  [400, 'warn'],
  [403, 'bad'],
  [500, 'bad'],
  [60204, 'bad'],
] as const)(
  'a read that is refused with %i is told once, for five seconds, however many look at it',
  async ([code, tone]) => {
    answers(code, 'What the server says')
    const readers = [1, 2].map(() => new QueryObserver(queryClient, query).subscribe(() => {}))

    await expect.poll(said).toEqual([{ tone, message: 'What the server says', ms: 5_000 }])
    await read()

    for (const leave of readers) leave()
    expect(said()).toHaveLength(1)
  },
)

test('what nobody answers is asked once more, and told once', async () => {
  server.reachable = false

  await read()

  expect(said()).toMatchObject([{ tone: 'bad', ms: 5_000 }])
})

test('a read that polls tells its failure again only after an answer', async () => {
  answers(500, 'Down')
  await read()
  await read()
  const before = said().length

  answers(200, '')
  await read()
  answers(500, 'Down')
  await read()

  expect([before, said().length]).toEqual([1, 2])
})

test('that a session has ended is told by whoever ends it, and not by its reads as well', async () => {
  answers(401, 'Your session has expired, please log in again.')

  await read()

  expect(said()).toHaveLength(1)
})

test('a read that is called off, and one that nobody waits for, are not told', async () => {
  server.answer = () => null
  const leave = new QueryObserver(queryClient, query).subscribe(() => {})
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  leave()
  await queryClient.cancelQueries()

  answers(500, 'Down')
  await queryClient.prefetchQuery({ queryKey: ['ahead'], queryFn: query.queryFn, meta: silent })

  expect(said()).toEqual([])
})
