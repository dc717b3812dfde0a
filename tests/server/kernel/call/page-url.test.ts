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

test('whoever asks for the headers of a page alone is told what whoever asks for it all is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-web-'))
  writeFileSync(join(folder, 'index.html'), '<title>console</title>')
  const fastify = Fastify()
  await mountStaticFiles(fastify, folder)
  const ask = (method: 'HEAD' | 'GET', url: string) => fastify.inject({ method, url })

  const [page, call] = await Promise.all(['/order_management/order_list', '/api/none'].map((url) => ask('HEAD', url)))

  expect([page!.statusCode, page!.headers['content-type'], page!.body]).toEqual([200, 'text/html; charset=utf-8', ''])
  expect(call!.statusCode).toBe(404)
  expect(pageUrl({ method: 'HEAD', url: '//b' })).toBe('/404')
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
