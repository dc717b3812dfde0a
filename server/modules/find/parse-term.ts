import { normalizeSecret } from '#contract/kernel/mask.ts'

/** What a text may stand for; each is looked for where it can be found by an index. */
export interface SearchTerm {
  /** Ids of a series, by its prefix, or what they begin with. */
  readonly ids: (prefix: string) => readonly string[]
  /** A phone number as it is kept. */
  readonly phones: readonly string[]
  /** The number of a bank transfer. */
  readonly utr: string | null
  /** A name, an account, or part of one. */
  readonly name: string | null
  /** A part of a code, a name or a number of what an administrator keeps. */
  readonly label: string | null
  /** What something was called where it came from, with the name of its book or without. */
  readonly externalRefs: readonly string[]
}

/** Fewest digits behind the letters of an id: they are the day it came to be. */
const digitsMin = 2
/** Fewest digits of a phone number. */
const phoneMin = 8
const nationalLength = 10
const nameMin = 2
const labelMin = 3

/** `LN2611`; digits alone may stand behind any letters. */
function idsOf(text: string): SearchTerm['ids'] {
  const typed = text.toUpperCase().replace(/\s/g, '')
  const [, letters, digits = ''] = /^([A-Z]{2})(\d+)$/.exec(typed) ?? []
  if (letters) return (prefix) => (prefix === letters && digits.length >= digitsMin ? [typed] : [])
  return /^\d{6,12}$/.test(typed) ? (prefix) => [prefix + typed] : () => []
}

/** With and without the number of the country in front. */
export function phonesOf(text: string): string[] {
  if (!/^[\d\s().+-]+$/.test(text)) return []
  const digits = normalizeSecret('phone', text)
  return digits.length < phoneMin ? [] : [...new Set([digits, digits.slice(-nationalLength)])]
}

const externalRefMin = 2
const externalRefMax = 64

/** `acme-2024:1001`, as imports keep it, or `1001`, as it is written elsewhere. */
function externalRefsOf(text: string): string[] {
  if (text.length < externalRefMin || text.length > externalRefMax) return []
  const [, withoutBook] = /^[a-z0-9][a-z0-9-]{0,29}:(.+)$/.exec(text) ?? []
  return withoutBook ? [text, withoutBook] : [text]
}

/** A term that nothing is found by: records are looked for by whom they are about. */
export const emptyTerm: SearchTerm = { ids: () => [], phones: [], utr: null, name: null, label: null, externalRefs: [] }

/** Understands what somebody has at hand. */
export function parseTerm(typed: string): SearchTerm {
  const text = typed.normalize('NFKC').trim()
  const bare = text.toUpperCase().replace(/\s/g, '')
  return {
    ids: idsOf(text),
    phones: phonesOf(text),
    utr: /^[A-Z\d]{12,22}$/.test(bare) && /\d/.test(bare) ? bare : null,
    name: text.length >= nameMin && /\p{L}/u.test(text) ? text : null,
    label: text.length >= labelMin ? text : null,
    externalRefs: externalRefsOf(text),
  }
}
