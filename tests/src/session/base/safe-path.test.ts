import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath } from '#src/session/base/safe-path.ts'

const origin = 'https://console.example'
const evil = 'evil.example'
const wanted = [
  '/',
  '/home_page',
  '/order_management/loan_list?q=collector:@me',
  '/detail?id=LN1#plan',
  '/a%20b?x=%2F%2F',
]

const hosts = [
  evil,
  'xn--80ak6aa92e.com',
  `${evil}:443`,
  `user@${evil}`,
  '0x7f.1',
  '[::1]',
  `${evil}%00.console.example`,
  `console.example.${evil}`,
]
const slashes = ['//', '///', '////', '/\\', '\\/', '\\\\', '\\', '/\t/', '/\n/', '/\r/', '\t//', '\n//', ' //']
const written = [
  '%2f%2f',
  '/%2f',
  '/%2F',
  '/%5c',
  '/%5C',
  '%5c%5c',
  '/%2f%2f',
  '/%09/',
  '/%0a/',
  '/%0d%0a/',
  '/%00/',
  '%00//',
]
const schemes = [
  'http:',
  'https:',
  'ftp:',
  'file:',
  'data:',
  'blob:',
  'javascript:',
  'JaVaScRiPt:',
  'vbscript:',
  'mailto:',
  'tel:',
  'ws:',
]
const between = ['', '/', '//', '///', '\\\\', '%2f%2f']
const dotted = ['/.//', '/..//', '/./\\', '/x/..//', '/%2e//', '/%2e%2e//', '/././/', '/x/../..//']
const invisible = [
  '\u0000',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u000c',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u00a0',
  '\u2028',
  '\ufeff',
]
const hostile: readonly string[] = [
  ...slashes.flatMap((start) => hosts.map((host) => start + host)),
  ...written.flatMap((start) => hosts.map((host) => start + host)),
  ...schemes.flatMap((scheme) => between.map((sign) => `${scheme}${sign}${evil}`)),
  ...dotted.map((start) => start + evil),
  ...invisible.map((sign) => `${sign}//${evil}`),
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ],
  ...[
    '',
    '.',
    '..',
    '?',
    '#',
    '@',
    `@${evil}`,
    evil,
    `${evil}/path`,
    `user@${evil}`,
    'home_page',
    './home_page',
    '../home_page',
  ],
  ...['/%', '/%zz', '/%c0%af', '/%e0%80%af', '/%ff', `/${'a'.repeat(3_000)}`],
  ...['/login', '/login/', '/login?redirect=%2Flogin', '/LOGIN/../login', '/auth-redirect', '/x/../login', '/%6cogin'],
]

test('there are more than three hundred ways to lead away, and none does', () => {
  expect(new Set(hostile).size).toBeGreaterThan(300)
  expect(hostile.filter((text) => safePath(text) !== null)).toEqual([])
})

test.for(wanted)('%s leads to where it says', (path) => {
  expect(safePath(path)).toBe(path)
})

test('nothing leads nowhere', () => {
  expect(safePath(null)).toBeNull()
})

test('whatever is written, it stays within this console', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2f',
    '%5c',
    '@',
    ':',
    'http:',
    evil,
    '?',
    '#',
    '\t',
    '\n',
    'a',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  )

  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `/${rest}`),
      ),
      (given) => {
        const path = safePath(given)
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
        if (path !== null) expect(path).toMatch(/^\/(?![/\\])/)
      },
    ),
    { numRuns: 5_000 },
  )
})
