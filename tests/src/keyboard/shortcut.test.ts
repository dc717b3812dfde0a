import { expect, test } from 'vitest'
import { ariaKeyShortcuts, formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { parseShortcut } from '#src/keyboard/shortcut.ts'

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
  expect(parseShortcut(text)).toBe(keys)
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
  expect(parseShortcut(text)).toBeNull()
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
  expect(formatShortcut(keys, true)).toBe(mac)
  expect(formatShortcut(keys, false)).toBe(elsewhere)
})

test.for([
  ['mod+k', 'Control+K Meta+K'],
  ['mod+shift+l', 'Control+Shift+L Meta+Shift+L'],
  ['ctrl+d', 'Control+D'],
  ['alt+enter', 'Alt+Enter'],
  ['j', 'J'],
  ['g w', undefined],
] as const)('%s is told to a screen reader as %s', ([keys, said]) => {
  expect(ariaKeyShortcuts(keys)).toBe(said)
})
