import { type Held, named, type Step, spell } from './keys.ts'

/** What is looked at of a keydown. */
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

/** The key code of every keydown that an input method is busy with. */
const processing = 229

/** The key that is meant: letters where the layout has Latin ones, else by their place; everything else as it is written. */
function keyOf({ key, code }: KeyPress): string {
  const name = named[key as keyof typeof named] // any text may be asked for
  if (name) return name
  // an input method writes its signs in full width
  const written = key.normalize('NFKC').toLowerCase()
  return /^\p{L}+$/u.test(written) && !/^[a-z]+$/.test(written)
    ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase()
    : written
}

/** Ctrl and ⌘ as `mod`, or null where the one of the other platform is held. */
const heldOf = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, mac: boolean): Held | null =>
  (mac ? ctrlKey : metaKey) ? null : { mod: ctrlKey || metaKey, alt: altKey, shift: shiftKey }

/** What an event of the keyboard means, or null where it is none of our business: an input method at work, AltGr, … */
export function stepOf(event: KeyPress, mac: boolean): Step | null {
  if (event.isComposing || event.keyCode === processing || event.getModifierState('AltGraph')) return null
  const key = keyOf(event)
  const onlyCtrl = event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  if (onlyCtrl && (key === 'd' || key === 'u')) return `ctrl+${key}`
  const held = heldOf(event, mac)
  return held && spell(key, held)
}
