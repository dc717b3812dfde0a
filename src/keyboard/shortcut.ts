/** The characters of a text, as a union. */
type CharactersOf<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | CharactersOf<Rest> : never
type Letter = CharactersOf<'abcdefghijklmnopqrstuvwxyz'>
type Digit = CharactersOf<'0123456789'>
type Sign = CharactersOf<'/?.,:;{}[]<>-+=#*'>

/** Named keys: those that write nothing, as the browser calls them and as we do. */
export const namedKeys = {
  Enter: 'enter',
  ' ': 'space',
  Escape: 'escape',
  Tab: 'tab',
  Backspace: 'backspace',
  Delete: 'delete',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
  End: 'end',
  PageUp: 'pageup',
  PageDown: 'pagedown',
} as const
type NamedKey = (typeof namedKeys)[keyof typeof namedKeys]

/** Character key: a character pressed alone. Capitals are typed with Shift. */
export type CharacterKey = Letter | Uppercase<Letter> | Digit | Sign
/** New window, new tab and close: browsers reserve these. */
type Reserved = 'n' | 't' | 'w'
type WithMod = `mod+${Exclude<Letter, Reserved | 'd' | 'u'> | Digit | Sign}` | `mod+shift+${Exclude<Letter, Reserved>}`
type WithName = `${'' | 'mod+' | 'mod+shift+' | 'alt+' | 'alt+shift+' | 'shift+'}${NamedKey}`
/** Keystroke: one key with its modifiers. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Keystroke = CharacterKey | WithMod | WithName | 'ctrl+d' | 'ctrl+u'

/** Keyboard shortcut in its one spelling: `a`, `A`, `mod+enter`, `ctrl+d`, or two keys in turn: `g r`, `v 1`, `C 2`. */
export type Shortcut = Keystroke | `${Letter | Uppercase<Letter>} ${Letter | Uppercase<Letter> | Digit}`

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The digit that chooses the first, the second, … of several; none from the tenth on. */
export const digitOf = (index: number): (typeof digits)[number] | null => digits[index] ?? null

/** Modifier keys that are held down. */
export interface Modifiers {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const character = '[\\d/?.,:;{}[\\]<>\\-+=#*]'
const name = Object.values(namedKeys).join('|')
/** The forms of `Keystroke`, one after the other. */
const keystrokePattern = new RegExp(
  `^(?:[a-zA-Z]|(?:mod\\+)?${character}|mod\\+(?![ntwdu])[a-z]|mod\\+shift\\+(?![ntw])[a-z]|ctrl\\+[du]|` +
    `(?:mod\\+|alt\\+)?(?:shift\\+)?(?:${name}))$`,
)
const isKeystroke = (text: string): text is Keystroke => keystrokePattern.test(text)

/** Whether a keystroke is a character pressed alone. */
export const isCharacterKey = (step: string): step is CharacterKey => step.length === 1

/** The keystroke of `key` (a small letter, a digit, a sign or a name) with modifiers; null if no shortcut can be that. */
export function toKeystroke(key: string, { mod, alt, shift }: Modifiers): Keystroke | null {
  const letter = /^[a-z]$/.test(key)
  // Shift is part of a capital and of a sign
  const besides = [mod && 'mod', alt && 'alt', shift && (key.length > 1 || (letter && mod)) && 'shift'].filter(Boolean)
  const text = [...besides, letter && shift && !mod ? key.toUpperCase() : key].join('+')
  return isKeystroke(text) ? text : null
}

const modifierOf: Readonly<Record<string, keyof Modifiers>> = {
  mod: 'mod',
  ctrl: 'mod',
  cmd: 'mod',
  alt: 'alt',
  option: 'alt',
  shift: 'shift',
}

function parseKeystroke(text: string): Keystroke | null {
  if (/^ctrl\+[du]$/i.test(text)) return text.toLowerCase() as Keystroke // the two that are Ctrl everywhere
  const [, before, key = ''] = /^(?:(.+)\+)?(.+)$/.exec(text) ?? []
  const held = { mod: false, alt: false, shift: !before && /^[A-Z]$/.test(key) }
  for (const name of before?.toLowerCase().split('+') ?? []) {
    const modifier = modifierOf[name]
    if (!modifier) return null
    held[modifier] = true
  }
  return toKeystroke(key.toLowerCase(), held)
}

/** Parses a shortcut as people write it (`Shift+J`, `Ctrl+K`, `g r`) into its one spelling; null if it is none. */
export function parseShortcut(text: string): Shortcut | null {
  const [first, second, ...more] = text.trim().split(/\s+/).map(parseKeystroke)
  if (!first || more.length > 0) return null
  if (second === undefined) return first
  const inTurn = /^[a-z] [a-z\d]$/i.test(`${first} ${second}`) && first === first.toLowerCase()
  return inTurn ? (`${first} ${second}` as Shortcut) : null // a small letter, and a letter or digit
}
