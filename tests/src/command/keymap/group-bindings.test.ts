import { expect, test } from 'vitest'
import { collapseDigits } from '#src/command/keymap/group-bindings.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'

test.for([
  // the tabs of a customer: the tenth is `0`, and from the eleventh on a letter comes first
  ['1 2 3 4 5 6 7 8 9 0|v 1|v 2|v 3|v 4|v 5|v 6|v 7|v 8', '1…9|0|v 1…8'],
  ['1 2 3 4', '1…4'],
  ['1 2', '1|2'],
  ['j|down', 'j|down'],
  ['v 1|v 2|v 3|j', 'j|v 1…3'],
  ['C 1|C 2|C 3|D 1|D 2', 'C 1…3|D 1|D 2'],
] as const)('keys %s stand in the help as %s', ([keys, shown]) => {
  const given = keys.split('|').flatMap((part) => (/^\d/.test(part) ? part.split(' ') : [part])) as Shortcut[] // as spelled above

  expect(collapseDigits(given).join('|')).toBe(shown)
})
