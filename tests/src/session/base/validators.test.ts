import { expect, test } from 'vitest'
import { isEmail, isExternal, isText } from '#src/session/base/validators.ts'

test.for(['https://example.com', 'http://example.com', 'HTTPS://example.com', 'mailto:a@b.c', 'tel:+91'])(
  '%s leads out',
  (path) => {
    expect(isExternal(path)).toBe(true)
  },
)
test.for(['/httpstatus', '/tel', 'javascript:alert(1)', 'ftp://a', ' https://a', '//example.com', ''])(
  '%s does not lead out',
  (path) => {
    expect(isExternal(path)).toBe(false)
  },
)

test.for(['a@b.co', 'anita.rao+x@mail.example.in', 'd@e.f.g'])('%s is an e-mail', (text) => {
  expect(isEmail(text)).toBe(true)
})
test.for(['', 'a', '@b.co', 'a@b', 'a@b.', 'a@.b', 'a b@c.de', 'a@b@c.de', 'r***@x.com', 'a@b..c', ' a@b.co'])(
  '%s is none',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)

test('a text is a text and nothing else is', () => {
  expect(['', 'a'].every(isText)).toBe(true)
  expect([0, null, undefined, {}, ['a'], true].some(isText)).toBe(false)
})
