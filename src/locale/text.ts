import { useTranslation } from 'react-i18next'
import type { FaultValues, Label } from '#contract/kernel/fault.ts'
import { formatValues } from '#contract/kernel/format.ts'
import type { MessageId } from '#locales/index.ts'
import { hasText, language, translate } from './language.ts'

/** Codes are said with their words, since staff know them by number. */
const labelText = ({ vocabulary, value }: Label): string => {
  const said = word(vocabulary, value)
  return typeof value === 'number' ? `${value} ${said}` : said
}

/** Translation of a key into the language of the screen. */
export const text = (key: MessageId, values: FaultValues = {}): string => say(key, values)

/**
 * Translation of a key that is only known at run time: a fault, a field of a listing. The key itself where there is
 * none.
 */
export const say = (key: string, values: FaultValues = {}): string =>
  translate(key, formatValues(values, language(), labelText))

/** A word or code of a vocabulary, `loans.state` and 31, in the language of the screen. */
export const word = (vocabulary: string, value: string | number): string => translate(`${vocabulary}.${value}`, {})

/** The text of a key below `of`, what it does not know being left open; the key itself where there is none. */
export function worded(of: string, value: string): string {
  const key = of === '' ? value : `${of}.${value}`
  return hasText(key) ? translate(key, {}) : value
}

export { hasText }

/** `text`, `say` and `word` in a component: it renders again when the language changes. */
export function useText() {
  useTranslation()
  return { text, say, word }
}
