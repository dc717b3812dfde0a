import { expect, test } from 'vitest'
import { parse } from '#src/command/keys/keys.ts'
import { show, spoken } from '#src/command/keys/show.ts'

test.for([
  ['a', 'a'],
  ['A', 'A'],
  ['shift+a', 'A'],
  ['Shift+J', 'J'],
  ['Ctrl+K', 'mod+k'],
  ['cmd+Enter', 'mod+enter'],
  ['shift+mod+c', 'mod+shift+c'],
  ['Option+Enter', 'alt+enter'],
  ['ctrl+d', 'ctrl+d'],
  ['CTRL+U', 'ctrl+u'],
  ['Shift+Space', 'shift+space'],
  ['  g   r ', 'g r'],
  ['g G', 'g G'],
  ['v 1', 'v 1'],
  ['+', '+'],
  ['mod++', 'mod++'],
  ['?', '?'],
] as const)('%s is spelt %s', ([text, keys]) => {
  expect(parse(text)).toBe(keys)
})

test.for([
  '',
  'nothing',
  'ab',
  'mod+',
  'hyper+k',
  'mod+n',
  'mod+shift+t',
  'cmd+w',
  'mod+d',
  'mod+alt+k',
  'mod+alt+enter',
  'alt+k',
  'ñ',
  'g mod+r',
  'mod+k r',
  'G r',
  '1 2',
  'g enter',
  'g r x',
])('%j is no shortcut', (text) => {
  expect(parse(text)).toBeNull()
})

test.for([
  ['r', 'r', 'r'],
  ['A', 'A', 'A'],
  ['g r', 'g r', 'g r'],
  ['mod+k', '⌘K', 'Ctrl+K'],
  ['mod+shift+c', '⇧⌘C', 'Ctrl+Shift+C'],
  ['mod+enter', '⌘↵', 'Ctrl+↵'],
  ['alt+enter', '⌥↵', 'Alt+↵'],
  ['ctrl+d', '⌃D', 'Ctrl+D'],
  ['shift+space', '⇧Space', 'Shift+Space'],
  ['mod++', '⌘+', 'Ctrl++'],
  ['escape', 'Esc', 'Esc'],
  ['+', '+', '+'],
] as const)('%s is shown as %s on a Mac and as %s elsewhere', ([keys, mac, elsewhere]) => {
  expect(show(keys, true)).toBe(mac)
  expect(show(keys, false)).toBe(elsewhere)
})

test.for([
  ['mod+k', 'Control+K Meta+K'],
  ['mod+shift+l', 'Control+Shift+L Meta+Shift+L'],
  ['ctrl+d', 'Control+D'],
  ['alt+enter', 'Alt+Enter'],
  ['j', 'J'],
  ['g w', undefined],
] as const)('%s is told to a screen reader as %s', ([keys, said]) => {
  expect(spoken(keys)).toBe(said)
})
