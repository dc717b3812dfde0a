import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from '#src/ui/data/Markdown.tsx'

const html = (source: string) =>
  renderToStaticMarkup(createElement(Markdown, { source }))
    .replace(/^<div[^>]*>|<\/div>$/g, '')
    .replaceAll(/>\n</g, '><')
    .trim()

test.for([
  ['# Payouts', '<h3>Payouts</h3>'],
  ['one\ntwo', '<p>one\ntwo</p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['- **a** `b`\n- *c*', '<ul><li><strong>a</strong> <code>b</code></li><li><em>c</em></li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['> said\n> twice', '<blockquote><p>said\ntwice</p></blockquote>'],
  ['```\n**x**\n```', '<pre><code>**x**\n</code></pre>'],
  ['a\n\n---', '<p>a</p><hr/>'],
  ['[orders](/order_management/order_list)', '<p><a href="/order_management/order_list">orders</a></p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
] as const)('%j reads as it is meant', ([source, drawn]) => {
  expect(html(source)).toBe(drawn)
})

test('an address outside opens in a window of its own', () => {
  expect(html('see https://example.com/a.')).toBe(
    '<p>see <a href="https://example.com/a" target="_blank" rel="noreferrer">https://example.com/a</a>.</p>',
  )
})

test.for([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](//evil.example)',
  '[x](data:text/html,x)',
  '`<b>`',
])('%s is text like any other', (source) => {
  expect(html(source)).not.toMatch(/<(?!\/?(?:p|code)>)/)
})

test('text made to be slow is read at once', { timeout: 20_000 }, () => {
  for (const sign of ['*', '**', '[', '](', '`', '> ', '- ', '# ', '[a](']) {
    expect(html(sign.repeat(10_000 / sign.length)).length).toBeGreaterThan(0)
  }
})
