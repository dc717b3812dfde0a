import type { Keys } from '#src/command/keys/keys.ts'

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
] satisfies Keys[]

// @ts-expect-error a capital has one spelling
'shift+j' satisfies Keys
// @ts-expect-error the browser keeps it
'mod+t' satisfies Keys
// @ts-expect-error Ctrl everywhere, so never ⌘
'mod+d' satisfies Keys
// @ts-expect-error `mod` is Ctrl where it is Ctrl
'ctrl+k' satisfies Keys
// @ts-expect-error AltGr on Windows
'mod+alt+k' satisfies Keys
// @ts-expect-error writes on a Mac
'alt+k' satisfies Keys
// @ts-expect-error three in turn
'g r x' satisfies Keys
