import { type Keystroke, type Modifiers, namedKeys, toKeystroke } from './shortcut.ts'

/** Keydown event: what is looked at of it. */
export type KeyPress = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'keyCode'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'isComposing'
  | 'getModifierState'
>

/** IME: the key code of every keydown that an input method is busy with. */
const imeKeyCode = 229

/** Keyboard layout: a letter where the layout has Latin ones, else by its place; everything else as it is written. */
function keyOf({ key, code }: KeyPress): string {
  const name = namedKeys[key as keyof typeof namedKeys] // any text may be asked for
  if (name) return name
  // an input method writes its signs in full width
  const written = key.normalize('NFKC').toLowerCase()
  return /^\p{L}+$/u.test(written) && !/^[a-z]+$/.test(written)
    ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase()
    : written
}

/** Ctrl and ⌘ as `mod`, or null where the one of the other platform is held. */
const modifiersOf = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, mac: boolean): Modifiers | null =>
  (mac ? ctrlKey : metaKey) ? null : { mod: ctrlKey || metaKey, alt: altKey, shift: shiftKey }

/** The keystroke of a keydown event; null where it is none of ours: an input method at work, AltGr, … */
export function keystrokeOf(event: KeyPress, mac: boolean): Keystroke | null {
  if (event.isComposing || event.keyCode === imeKeyCode || event.getModifierState('AltGraph')) return null
  const key = keyOf(event)
  const onlyCtrl = event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  if (onlyCtrl && (key === 'd' || key === 'u')) return `ctrl+${key}`
  const held = modifiersOf(event, mac)
  return held && toKeystroke(key, held)
}
