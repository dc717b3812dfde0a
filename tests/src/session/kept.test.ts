import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keep, keepLanguage, languageOf, readKept, takeKept } from '#src/session/kept.ts'
import { leave } from '#src/session/session.ts'
import { token } from '#src/session/token.ts'
import { toasts } from '#src/ui/toast.ts'
import { type Server, startBrowser } from './browser.ts'

let server: Server
beforeAll(async () => {
  server = await startBrowser()
})
afterAll(() => server.stop())
beforeEach(() => {
  leave()
  token.hold('held')
  toasts.waiting = []
  server.bodies.length = 0
  server.answer = () => ({ body: { code: 200, msg: '', data: {} } })
})

const usual = { tagsView: true, fixedHeader: false }
const sent = () => server.bodies.map((body) => JSON.parse(body) as object)
const quiet = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return sent()
}

test('what changes is kept on the server, and nothing else', async () => {
  takeKept('ops', { theme: '#13c2c2' })

  keep('ops', { theme: '#13c2c2', tagsView: false, fixedHeader: false }, usual)

  await expect.poll(() => sent()).toEqual([{ tagsView: false }])
  expect(readKept('ops')).toEqual({ theme: '#13c2c2', tagsView: false })
})

test('what is as usual is not kept before somebody has set it', async () => {
  takeKept('ops', {})

  keep('ops', usual, usual)

  expect(await quiet()).toEqual([])
})

test('what was set can be put back to what is usual', async () => {
  takeKept('ops', { tagsView: false })

  keep('ops', { tagsView: true }, usual)

  await expect.poll(() => sent()).toEqual([{ tagsView: true }])
})

test('what changes while a call is under way goes with the next, together', async () => {
  takeKept('ops', {})

  for (const theme of ['#111111', '#222222', '#333333']) keep('ops', { theme })
  keep('ops', { tagsView: false }, usual)

  await expect.poll(() => sent()).toEqual([{ theme: '#111111' }, { theme: '#333333', tagsView: false }])
})

test('what cannot be kept is said, and the next change is kept', async () => {
  takeKept('ops', {})
  server.answer = () => ({ body: { code: 400, msg: 'not now' } })
  keep('ops', { theme: '#111111' })
  await expect.poll(() => toasts.waiting.map(({ message }) => message)).toEqual(['not now'])

  server.answer = () => ({ body: { code: 200, msg: '', data: {} } })
  keep('ops', { theme: '#222222' })

  await expect.poll(() => sent().at(-1)).toEqual({ theme: '#222222' })
})

test('nothing is kept of somebody who is gone, or for somebody else', async () => {
  takeKept('ops', { theme: '#111111' })
  expect(readKept('cs')).toBeNull()
  keep('cs', { theme: '#222222' })
  leave()
  keep('ops', { theme: '#333333' })

  expect(await quiet()).toEqual([])
  expect(readKept('ops')).toBeNull()
})

test('the language somebody has set is theirs on every screen', () => {
  expect(languageOf({})).toBeNull()
  expect(languageOf({ language: 'vi' })).toBe('vi')
})

test('a language chosen on the sign-in page counts before the one that was kept, and is kept', async () => {
  keepLanguage('es')
  expect(languageOf({ language: 'vi' })).toBe('es')

  takeKept('ops', { language: 'vi' })

  await expect.poll(() => sent()).toEqual([{ language: 'es' }])
  expect(languageOf({ language: 'es' })).toBe('es')
  leave()
  expect(languageOf({ language: 'vi' })).toBe('vi')
})
