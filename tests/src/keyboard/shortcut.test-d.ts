import type { Shortcut } from '#src/keyboard/shortcut.ts'

;[
  'a',
  'A',
  '5',
  '?',
  'enter',
  'shift+space',
  'mod+k',
  'mod+shift+c',
  'alt+enter',
  'ctrl+d',
  'g r',
  'g G',
  'v 1',
] satisfies Shortcut[]

// @ts-expect-error a capital has one spelling
'shift+j' satisfies Shortcut
// @ts-expect-error the browser keeps it
'mod+t' satisfies Shortcut
// @ts-expect-error Ctrl everywhere, so never ⌘
'mod+d' satisfies Shortcut
// @ts-expect-error `mod` is Ctrl where it is Ctrl
'ctrl+k' satisfies Shortcut
// @ts-expect-error AltGr on Windows
'mod+alt+k' satisfies Shortcut
// @ts-expect-error writes on a Mac
'alt+k' satisfies Shortcut
// @ts-expect-error three in turn
'g r x' satisfies Shortcut
