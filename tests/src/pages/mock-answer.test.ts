import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { info, login, logout, searchUser, transactionList } from '#src/pages/mock/demo-data.ts'
import { mockAnswer } from '#src/pages/mock/mock-answer.ts'

const ask = (at: string, input = {}, token = '') => mockAnswer({ at, token, input })

test('the demo endpoints answer 20000 where they work', () => {
  const answers = [login('admin'), login('editor'), info('admin-token'), logout(), searchUser('a'), transactionList()]

  expect(answers.map(({ code }) => code)).toEqual([20000, 20000, 20000, 20000, 20000, 20000])
})

test('an account that is none is answered 60204, and a token that is none 50008', () => {
  expect(login('nobody')).toEqual({ code: 60204, message: 'Account and password are incorrect.' })
  expect(info('constructor')).toEqual({ code: 50008, message: 'Login failed, unable to get user details.' })
})

test('the console can sign in to the mock, find out who it is, look around and sign out', () => {
  const { data } = ask('POST /login', { username: 'admin' })
  const { token } = data as { token: string }

  expect(ask('GET /getInfo', {}, token)).toMatchObject({ code: 200, data: { user: { userName: 'Super Admin' } } })
  expect(ask('GET /sysRole/current', {}, token)).toMatchObject({ code: 200, data: { roles: [{ mark: 'admin' }] } })
  expect(ask('GET /search/user', { name: 'an' })).toMatchObject({
    code: 200,
    data: { items: [{ name: 'Anna Berg' }, {}] },
  })
  expect(ask('GET /transaction/list')).toMatchObject({ code: 200, data: { total: 20 } })
  expect(ask('POST /sysUser/logout')).toMatchObject({ code: 200 })
})

test('the console is told what does not work by the code and the words of the demo', () => {
  expect(ask('POST /login', { username: 'x' })).toEqual({ code: 60204, msg: 'Account and password are incorrect.' })
  expect(ask('GET /getInfo', {}, 'x')).toEqual({ code: 50008, msg: 'Login failed, unable to get user details.' })
  expect(ask('GET /loans')).toMatchObject({ code: 404 })
})

test('nothing of the mock is in what is built for production', { timeout: 600_000 }, async () => {
  const root = join(import.meta.dirname, '../../..')

  const built = await build({ root, logLevel: 'silent', mode: 'production', build: { write: false, minify: false } })

  const { output } = (Array.isArray(built) ? built[0] : built) as Extract<typeof built, { output: unknown }>
  const files = output.map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
  expect(files.some((code) => code.includes('Verification failed, please Login again.'))).toBe(true)
  expect(
    files.filter((code) => /Account and password are incorrect|unable to get user details|startMock/.test(code)),
  ).toEqual([])
})
