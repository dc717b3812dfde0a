import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { languages } from '#locales/index.ts'
import { CallFailed, send } from '#src/call/send.ts'
import { errorMessage, showError } from '#src/call/show-error.ts'
import { loadTexts, setLanguage } from '#src/locale/language.ts'
import { currentSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { fetchCurrentUser } from '#src/session/current-user.ts'
import { showStoredToast, toastAfterReload, toasts } from '#src/ui/feedback/toast.ts'
import { type Server, startBrowser } from '#tests/src/session/browser.ts'

let server: Server
beforeAll(async () => {
  server = await startBrowser()
  await loadTexts('en')
})
afterAll(() => server.stop())
beforeEach(() => {
  toasts.waiting = []
  token.hold('held')
  Object.assign(currentSession, { user: { userId: 'S1' } })
})
afterEach(() => {
  server.reachable = true
  vi.useRealTimers()
})

const answers = (code: number, msg: string, more: object = {}) => {
  server.answer = () => ({ body: { code, msg, ...more } })
}
/** What a failed call leads to, wherever it is made. */
const fail = async (): Promise<CallFailed> => {
  const failed = await send('GET /anything').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(CallFailed)
  showError(failed)
  return failed as CallFailed // as just seen
}
const said = () => toasts.waiting.map(({ tone, message, ms }) => ({ tone, message, ms }))

test('200 hands out the data, and a token that comes back replaces the one that is held', async () => {
  server.answer = () => ({ body: { code: 200, msg: '', data: { a: 1 } }, headers: { Authentication: 'renewed' } })

  await expect(send('GET /anything')).resolves.toEqual({ a: 1 })

  expect(server.asked.at(-1)).toMatchObject({ at: 'GET /api/anything', token: 'held' })
  expect(token.held()).toBe('renewed')
  expect(said()).toEqual([])
})

test.for(['Your session has expired, please log in again.', 'No autorizado'])(
  '401 with “%s” is an error for five seconds, drops the token and leads to sign-in',
  async (message) => {
    answers(401, message)

    await fail()

    expect(said()).toEqual([{ tone: 'bad', message, ms: 5_000 }])
    expect(token.held()).toBe('')
    expect(currentSession.user).toBeNull()
  },
)

test.for(languages)('401 in the words of %s ends the session as well, even just after switching', async (language) => {
  await setLanguage(language)
  const { default: faults } = (await import(`../../../locales/${language}/faults.json`)) as {
    default: Record<string, string>
  }
  answers(401, faults.session_expired!)
  await setLanguage('en')

  await fail()

  expect(said()).toEqual([{ tone: 'bad', message: faults.session_expired, ms: 5_000 }])
  expect(currentSession.user).toBeNull()
})

test('401 ends the session by its fault, and by the Spanish sentence, though the screen has never spoken that language', async () => {
  await setLanguage('en')
  answers(401, '세션이 만료되었습니다', { fault: 'session_expired' })
  await fail()
  const byFault = currentSession.user
  toasts.waiting.length = 0
  token.hold('held')
  currentSession.user = {} as typeof currentSession.user // somebody

  answers(401, 'Su sesión ha caducado, por favor inicie sesión nuevamente.')
  await fail()

  expect(byFault).toBeNull()
  expect(currentSession.user).toBeNull()
  expect(said()).toHaveLength(1)
})

test('401 with any other message is an error for five seconds, and nobody is signed out', async () => {
  answers(401, 'This token is not for that')

  await fail()

  expect(said()).toEqual([{ tone: 'bad', message: 'This token is not for that', ms: 5_000 }])
  expect(token.held()).toBe('held')
  expect(currentSession.user).not.toBeNull()
})

test('that a session has ended is said once, however many calls find out', async () => {
  answers(401, 'Your session has expired, please log in again.')

  await Promise.all([fail(), fail(), fail()])

  expect(said()).toHaveLength(1)
})

test('400 is a warning for five seconds, and rejects', async () => {
  answers(400, 'Select at least one row', { fault: 'nothing_selected' })

  const failed = await fail()

  expect(failed).toMatchObject({ code: 400, fault: 'nothing_selected' })
  expect(said()).toEqual([{ tone: 'warn', message: 'Select at least one row', ms: 5_000 }])
})

test.for([403, 404, 500, 60204])('%i is an error for five seconds, and rejects', async (code) => {
  answers(code, 'What the server says')

  await fail()

  expect(said()).toEqual([{ tone: 'bad', message: 'What the server says', ms: 5_000 }])
  expect(currentSession.user).not.toBeNull()
})

test.for([401, 403, 500])('%i without a message says Error', async (code) => {
  answers(code, '')

  await fail()

  expect(said()).toEqual([{ tone: 'bad', message: 'Error', ms: 5_000 }])
})

test('where nobody answers, that is an error for five seconds, and nobody is signed out', async () => {
  server.reachable = false

  const failed = await fail()

  expect(failed).toMatchObject({ code: 0, fault: 'network' })
  expect(said()).toEqual([{ tone: 'bad', message: 'The server cannot be reached', ms: 5_000 }])
  expect(token.held()).toBe('held')
})

test.for(['by itself', 'that can be called off'])(
  'a call %s is given up after 50,000 ms, and that is said',
  async (how) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.answer = () => null
    const sending = how === 'by itself' ? {} : { signal: new AbortController().signal }
    const failed = send('GET /anything', sending).catch((error: unknown) => error)
    const early = vi.fn()
    void failed.then(early)

    await vi.advanceTimersByTimeAsync(49_999)
    expect(early).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(errorMessage(await failed)).toBe('The server did not answer in time')
  },
)

test('what is no JSON is an error like any other', async () => {
  server.answer = () => ({ body: '<html>', headers: { 'content-type': 'text/html' } })

  await fail()

  expect(said()).toMatchObject([{ tone: 'bad', ms: 5_000 }])
})

const info = { menu: [], roleFlag: '', user: { userId: 'S1', account: 'ops' } }
test.for([
  ['nobody', {}, { roles: [{ name: 'a' }] }, 'Verification failed, please Login again.'],
  ['nothing', null, { roles: [{ name: 'a' }] }, 'Verification failed, please Login again.'],
  ['somebody without a role', info, { roles: [] }, 'getInfo: roles must be a non-null array!'],
  ['somebody with no list of roles', info, {}, 'getInfo: roles must be a non-null array!'],
] as const)('user info that names %s is refused in the words of the specification', async ([, who, roles, message]) => {
  server.answer = (at) => ({ body: { code: 200, msg: '', data: at.endsWith('/getInfo') ? who : roles } })

  await expect(fetchCurrentUser()).rejects.toThrow(message)
})

test('what is said before a reload is said after it, once', () => {
  toastAfterReload('good', 'Password changed. Sign in with the new one')

  showStoredToast()
  showStoredToast()

  expect(said()).toMatchObject([{ tone: 'good', message: 'Password changed. Sign in with the new one' }])
})

test.for(['{"tone":', 'null', '7', '{"tone":"loud","message":"x"}', '{"tone":"bad"}', '{"tone":"bad","message":7}'])(
  '%s, kept for after a reload, keeps nothing from starting and says nothing',
  (kept) => {
    sessionStorage.setItem('toast', kept)

    expect(showStoredToast).not.toThrow()
    expect(said()).toEqual([])
  },
)
