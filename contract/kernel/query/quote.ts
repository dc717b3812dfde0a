const bareName = /^(?!(?:is|has|no|sort|or|and|not)$)\w+$/i
// outside quotes full-width characters are read as ASCII, a last `*` as 'begins so', `~` and `@me` as what they stand for
const bareValue = /^(?!~|@me$)(?:[^\s()|,"“”、！-～.*]|\.(?!\.)|\*(?!$))+$/
const bareWord = /^(?!~|-|(?:OR|AND|NOT)$)(?:[^\s()|:=<>"“”、！-～*]|\*(?!$))+$/

const unless = (bare: RegExp, text: string): string =>
  bare.test(text) ? text : `"${text.replace(/[\\"“”＂]/g, '\\$&')}"`

/** The name of a field as it is typed: quoted where it would be read as something else. */
export const quoteName = (name: string): string => unless(bareName, name)
/** A text or choice behind an operator as it is typed, quoted only if it must be. */
export const quoteValue = (value: string): string => unless(bareValue, value)
/** A bare word as it is typed, quoted only if it must be. */
export const quoteWord = (word: string): string => unless(bareWord, word)
