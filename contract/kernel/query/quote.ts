const bareName = /^(?!(?:is|has|no|sort|or|and|not)$)\w+$/i
// outside quotes full-width characters are read as ASCII, a last `*` as 'begins so', `~` and `@me` as what they stand for
const bareValue = /^(?!~|@me$)(?:[^\s()|,"“”、！-～.*]|\.(?!\.)|\*(?!$))+$/
const bareWord = /^(?!~|-)(?:[^\s()|:=<>"“”、！-～*]|\*(?!$))+$/
/** Joints in every language of the console: looked for, each is quoted, so that canonical text reads the same on every screen. */
export const jointWords: ReadonlySet<string> = new Set([
  ...['OR', 'AND', 'NOT', 'O', 'NO', 'ATAU', 'BUKAN', 'HOẶC', 'KHÔNG'],
  ...['或', '非', 'または', '除外'],
])

const quoted = (text: string): string => `"${text.replace(/[\\"“”＂]/g, '\\$&')}"`
const unless = (bare: RegExp, text: string): string => (bare.test(text) ? text : quoted(text))

/** The name of a field as it is typed: quoted where it would be read as something else. */
export const quoteName = (name: string): string => unless(bareName, name)
/** A text or choice behind an operator as it is typed, quoted only if it must be. */
export const quoteValue = (value: string): string => unless(bareValue, value)
/** A bare word as it is typed, quoted only if it must be. */
export const quoteWord = (word: string): string => (jointWords.has(word) ? quoted(word) : unless(bareWord, word))
