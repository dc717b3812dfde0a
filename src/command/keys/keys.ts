/** The characters of a text, as a union. */
type Among<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | Among<Rest> : never
type Letter = Among<'abcdefghijklmnopqrstuvwxyz'>
type Digit = Among<'0123456789'>
type Sign = Among<'/?.,:;{}[]<>-+=#*'>

/** Keys that write nothing, as the browser calls them and as we do. */
export const named = {
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
type Named = (typeof named)[keyof typeof named]

/** A character, pressed alone. Capitals are typed with Shift. */
export type Bare = Letter | Uppercase<Letter> | Digit | Sign
/** New window, new tab and close: browsers do not give these away. */
type Reserved = 'n' | 't' | 'w'
type WithMod = `mod+${Exclude<Letter, Reserved | 'd' | 'u'> | Digit | Sign}` | `mod+shift+${Exclude<Letter, Reserved>}`
type WithName = `${'' | 'mod+' | 'mod+shift+' | 'alt+' | 'alt+shift+' | 'shift+'}${Named}`
/** One key with what is held down beside it. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Step = Bare | WithMod | WithName | 'ctrl+d' | 'ctrl+u'

/** A shortcut in its one spelling: `a`, `A`, `mod+enter`, `ctrl+d`, or two keys in turn: `g r`, `v 1`. */
export type Keys = Step | `${Letter} ${Letter | Uppercase<Letter> | Digit}`

/** What is held down beside a key. */
export interface Held {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const character = '[\\d/?.,:;{}[\\]<>\\-+=#*]'
const name = Object.values(named).join('|')
/** The forms of `Step`, one after the other. */
const forms = new RegExp(
  `^(?:[a-zA-Z]|(?:mod\\+)?${character}|mod\\+(?![ntwdu])[a-z]|mod\\+shift\\+(?![ntw])[a-z]|ctrl\\+[du]|` +
    `(?:mod\\+|alt\\+)?(?:shift\\+)?(?:${name}))$`,
)
const isStep = (text: string): text is Step => forms.test(text)

/** Whether a step is a character pressed alone. */
export const isBare = (step: string): step is Bare => step.length === 1

/** The spelling of `key` (a small letter, a digit, a sign or a name) with `held`; null for what no shortcut can be. */
export function spell(key: string, { mod, alt, shift }: Held): Step | null {
  const letter = /^[a-z]$/.test(key)
  // Shift is part of a capital and of a sign
  const besides = [mod && 'mod', alt && 'alt', shift && (key.length > 1 || (letter && mod)) && 'shift'].filter(Boolean)
  const text = [...besides, letter && shift && !mod ? key.toUpperCase() : key].join('+')
  return isStep(text) ? text : null
}

const modifiers: Readonly<Record<string, keyof Held>> = {
  mod: 'mod',
  ctrl: 'mod',
  cmd: 'mod',
  alt: 'alt',
  option: 'alt',
  shift: 'shift',
}

function parseStep(text: string): Step | null {
  if (/^ctrl\+[du]$/i.test(text)) return text.toLowerCase() as Step // the two that are Ctrl everywhere
  const [, before, key = ''] = /^(?:(.+)\+)?(.+)$/.exec(text) ?? []
  const held = { mod: false, alt: false, shift: !before && /^[A-Z]$/.test(key) }
  for (const name of before?.toLowerCase().split('+') ?? []) {
    const modifier = modifiers[name]
    if (!modifier) return null
    held[modifier] = true
  }
  return spell(key.toLowerCase(), held)
}

/** Reads a shortcut as people write it (`Shift+J`, `Ctrl+K`, `g r`) and answers its one spelling; null if it is none. */
export function parse(text: string): Keys | null {
  const [first, second, ...more] = text.trim().split(/\s+/).map(parseStep)
  if (!first || more.length > 0) return null
  if (second === undefined) return first
  const inTurn = /^[a-z] [a-z\d]$/i.test(`${first} ${second}`) && first === first.toLowerCase()
  return inTurn ? (`${first} ${second}` as Keys) : null // a small letter, and a letter or digit
}
