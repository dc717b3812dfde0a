import type { KeyPress } from '#src/keyboard/keystroke.ts'

type Press = Omit<KeyPress, 'getModifierState'> & { altGraph: boolean }

/** A keydown of `key`, everything else as on an American keyboard with nothing held down. */
export const press = (key: string, { altGraph = false, ...rest }: Partial<Press> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key,
  keyCode: 0,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: /^[A-Z]$/.test(key),
  repeat: false,
  isComposing: false,
  getModifierState: (name) => name === 'AltGraph' && altGraph,
  ...rest,
})
