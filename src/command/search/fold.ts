/** Longest query that is looked at, in characters. */
export const searchTextMax = 64

/** A folded text that still knows where each of its characters came from. */
export interface FoldedText {
  readonly text: string
  /** For every character of `text` its place in the original; one more for the end of it. */
  readonly from: readonly number[]
}
/** A stretch of a text, from and up to but not including. */
export type TextRange = readonly [from: number, to: number]

// the marks of Latin letters only: those of kana tell ba from ha
const latinMarks = /[\u0300-\u036f]/g
const katakana = /[ァ-ヶ]/g
// a letter and the marks on it are folded together; half-width kana carry theirs as a letter of its own
const letter = /\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu
const plain = /^[\x20-\x7e]*$/

const foldLetter = (one: string): string =>
  one
    .normalize('NFKD')
    .toLowerCase()
    .replace(latinMarks, '')
    .normalize('NFKC')
    .replaceAll('đ', 'd')
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/**
 * What text and query have in common when they mean the same: one width, lower case, no marks, `đ` as `d`,
 * hiragana for katakana. Keeps where every character came from.
 */
export function foldWithOffsets(text: string): FoldedText {
  if (plain.test(text)) return { text: text.toLowerCase(), from: Array.from({ length: text.length + 1 }, (_, i) => i) }
  let out = ''
  const from: number[] = []
  for (const { 0: one, index } of text.matchAll(letter)) {
    const added = plain.test(one) ? one.toLowerCase() : foldLetter(one)
    out += added
    for (let i = 0; i < added.length; i++) from.push(index)
  }
  from.push(text.length)
  return { text: out, from }
}

/** `text` folded, where nobody asks what came from where. */
export const foldText = (text: string): string => foldWithOffsets(text).text

/** The stretch of the original that `from`…`to` of the folded text came from: whole letters, with their marks. */
export function originalRange({ from }: FoldedText, start: number, to: number): TextRange {
  let end = to
  while (end < from.length - 1 && from[end] === from[to - 1]) end++
  return [from[start]!, from[end]!]
}
