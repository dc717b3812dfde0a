import type { Secret } from './values.ts'

/** `name@host` with the name hidden but for its first letters. */
const mail = (text: string, first: number) => {
  const at = text.lastIndexOf('@')
  return at < 1 ? '***' : `${text.slice(0, Math.min(first, at - 1))}***${text.slice(at)}`
}
/** What stands before the last four characters of numbers that are kept encrypted. */
const covers: Readonly<Partial<Record<Secret, string>>> = { pan: 'XXXXXX', aadhaar: 'XXXX XXXX ', account: '****' }

/** A number of which only the last four characters are known in the open. */
export const maskedLastFour = (of: Secret, lastFour: string): string => `${covers[of] ?? '****'}${lastFour}`
/** The last four characters of a number; nothing of what is shorter than eight. */
export const lastFourOf = (text: string): string => (text.length < 8 ? '' : text.slice(-4))

const masks: Readonly<Record<Secret, (text: string) => string>> = {
  phone: (text) => (text.length < 8 ? '****' : `${text.slice(0, 2)}****${text.slice(-4)}`),
  email: (text) => mail(text, 1),
  pan: (text) => maskedLastFour('pan', lastFourOf(text)),
  aadhaar: (text) => maskedLastFour('aadhaar', lastFourOf(text)),
  account: (text) => maskedLastFour('account', lastFourOf(text)),
  upi: (text) => mail(text, 2),
}

/**
 * Masks personal data (PII) but for what lets staff tell two customers apart. Done by the server, never by the console.
 */
export const mask = (of: Secret, text: string): string => masks[of](text)

/** Normalises personal data for comparison: without the blanks and signs that people type in between. */
export const normalizeSecret = (of: Secret, text: string): string =>
  of === 'email' || of === 'upi' ? text.trim().toLowerCase() : text.replace(/[\s().+-]/g, '').toUpperCase()
