import { expect, test } from 'vitest'
import { pageUrl } from '#server/kernel/call/static-files.ts'

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
