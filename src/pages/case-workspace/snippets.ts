import { foldText } from '#src/command/search/fold.ts'
import { offeredChoices } from '#src/locale/choices.ts'
import { word } from '#src/locale/text.ts'

/** The sentences that are offered for a remark, in the words of the screen. Kept by administrators as a dictionary. */
export const snippets = (): readonly string[] =>
  offeredChoices({ of: 'reasons', offers: 'reasons.followUp' }).map((key) => word('reasons', key))

const begun = /[;；](\S+)$/u

/** The snippet that a remark ends with the beginning of: `;sal`; null where it does not. */
export function snippetFor(remark: string, known: readonly string[]): string | null {
  const [, letters] = begun.exec(remark) ?? []
  if (letters === undefined) return null
  const wanted = foldText(letters)
  const words = (sentence: string) => foldText(sentence).split(/\s+/)
  return (
    known.find((one) => foldText(one).startsWith(wanted)) ??
    known.find((one) => words(one).some((each) => each.startsWith(wanted))) ??
    null
  )
}

/** A remark with a snippet in the place of what it ends with the beginning of, or behind it. */
export const withSnippet = (remark: string, snippet: string): string => {
  const before = remark.replace(begun, '').trimEnd()
  return before === '' ? snippet : `${before} ${snippet}`
}
