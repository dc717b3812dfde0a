import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountStaticFiles, pageUrl } from '#server/kernel/call/static-files.ts'

const get = (url: string) => pageUrl({ method: 'GET', url })

test.each(['//b', '/%', '/%zz', '/a%00b', '/order_management//order_list', '/a\\b', '/%2F%2Fb', '/a%5Cb?q=1'])(
  '%s is asked for as a page that is not there: the console says so, and no JSON does',
  (url) => {
    expect(get(url)).toBe('/404')
  },
)

test.each([
  '/',
  '/order_management/order_list/',
  '/login?redirect=%2F%2Fb',
  '/a%20b',
  '/%E8%BF%98%E6%AC%BE',
  '/assets//x.js',
])('%s stays as it is', (url) => {
  expect(get(url)).toBe(url)
})

test('calls are left to the rules of calls', () => {
  expect(get('/api//loans')).toBe('/api//loans')
  expect(pageUrl({ method: 'POST', url: '//b' })).toBe('//b')
})

test('a browser is shown the page for whatever is not there; who asks for a part of it is told so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-web-'))
  writeFileSync(join(folder, 'index.html'), '<title>console</title>')
  const fastify = Fastify()
  await mountStaticFiles(fastify, folder)
  const asked = (url: string, accept: string) => fastify.inject({ url, headers: { accept } })

  for (const url of ['/nowhere', '/assets/none.js', '/api/none'])
    expect((await asked(url, 'text/html,*/*')).body, url).toContain('console')
  for (const url of ['/assets/none.js', '/api/none'])
    expect(await asked(url, '*/*'), url).toMatchObject({ statusCode: 404, body: '{"code":404,"msg":"Not found"}' })
})
