import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import {
  loadUserSettings,
  preferredLanguage,
  saveLanguage,
  saveUserSettings,
  userSettingsOf,
} from '#src/session/user-settings.ts'
import { toasts } from '#src/ui/feedback/toast.ts'
import { turns } from '#tests/support/turns.ts'
import { type Server, startBrowser } from './browser.ts'

let server: Server
beforeAll(async () => {
  server = await startBrowser()
})
afterAll(() => server.stop())
// the call of one test is answered before the next begins: what changes meanwhile goes with the one after
afterEach(() => turns())
beforeEach(() => {
  endSession()
  token.hold('held')
  toasts.waiting = []
  server.bodies.length = 0
  server.answer = () => ({ body: { code: 200, msg: '', data: {} } })
})

const usual = { tagsView: true, fixedHeader: false }
const sent = () => server.bodies.map((body) => JSON.parse(body) as object)
const quiet = async () => {
  await turns()
  return sent()
}

test('what changes is kept on the server, and nothing else', async () => {
  loadUserSettings('ops', { theme: '#13c2c2' })

  saveUserSettings('ops', { theme: '#13c2c2', tagsView: false, fixedHeader: false }, usual)

  await expect.poll(() => sent()).toEqual([{ tagsView: false }])
  expect(userSettingsOf('ops')).toEqual({ theme: '#13c2c2', tagsView: false })
})

test('what is as usual is not kept before somebody has set it', async () => {
  loadUserSettings('ops', {})

  saveUserSettings('ops', usual, usual)

  expect(await quiet()).toEqual([])
})

test('what was set can be put back to what is usual', async () => {
  loadUserSettings('ops', { tagsView: false })

  saveUserSettings('ops', { tagsView: true }, usual)

  await expect.poll(() => sent()).toEqual([{ tagsView: true }])
})

test('what changes while a call is under way goes with the next, together', async () => {
  loadUserSettings('ops', {})

  for (const theme of ['#111111', '#222222', '#333333']) saveUserSettings('ops', { theme })
  saveUserSettings('ops', { tagsView: false }, usual)

  await expect.poll(() => sent()).toEqual([{ theme: '#111111' }, { theme: '#333333', tagsView: false }])
})

test('what cannot be kept is said, and the next change is kept', async () => {
  loadUserSettings('ops', {})
  server.answer = () => ({ body: { code: 400, msg: 'not now' } })
  saveUserSettings('ops', { theme: '#111111' })
  await expect.poll(() => toasts.waiting.map(({ message }) => message)).toEqual(['not now'])

  server.answer = () => ({ body: { code: 200, msg: '', data: {} } })
  saveUserSettings('ops', { theme: '#222222' })

  await expect.poll(() => sent().at(-1)).toEqual({ theme: '#222222' })
})

test('nothing is kept of somebody who is gone, or for somebody else', async () => {
  loadUserSettings('ops', { theme: '#111111' })
  expect(userSettingsOf('cs')).toBeNull()
  saveUserSettings('cs', { theme: '#222222' })
  endSession()
  saveUserSettings('ops', { theme: '#333333' })

  expect(await quiet()).toEqual([])
  expect(userSettingsOf('ops')).toBeNull()
})

test('the language somebody has set is theirs on every screen', () => {
  expect(preferredLanguage({})).toBeNull()
  expect(preferredLanguage({ language: 'vi' })).toBe('vi')
})

test('a language chosen on the sign-in page counts before the one that was kept, and is kept', async () => {
  saveLanguage('es')
  expect(preferredLanguage({ language: 'vi' })).toBe('es')

  loadUserSettings('ops', { language: 'vi' })

  await expect.poll(() => sent()).toEqual([{ language: 'es' }])
  expect(preferredLanguage({ language: 'es' })).toBe('es')
  endSession()
  expect(preferredLanguage({ language: 'vi' })).toBe('vi')
})
