import { beginnings, MaskTable, masksOf } from './letter-mask.ts'
import { lettersOnly, type SearchField } from './search-field.ts'
import type { SearchQuery } from './search-query.ts'

/** The texts of one item: what it is called, and what else of it is looked through. */
export interface ItemTexts {
  readonly fields: readonly SearchField[]
  /** Folded: sections, codes, path. */
  readonly others: readonly string[]
}

/** The bit that stands for a field of an item. The last one stands for all that follow. */
export const fieldBit = (place: number): number => 1 << Math.min(place, 31)

/** What holds nothing. */
const none = masksOf()

/**
 * Text table: what is known of all texts of an index, side by side. It tells in one pass which items can be hit at all:
 * a few of a thousand, and the others are never looked at.
 */
export class TextTable {
  /** Of all fields, item after item: as they are written, their initials, and how they sound. */
  readonly #fields: MaskTable
  readonly #initials: MaskTable
  readonly #romaji: MaskTable
  readonly #pinyin: MaskTable
  readonly #accents: MaskTable
  readonly #others: MaskTable
  /** Where the texts of each item begin; one more for the end of the last. */
  readonly #fieldsFrom: Int32Array
  readonly #othersFrom: Int32Array

  constructor(items: readonly ItemTexts[]) {
    const fields = items.flatMap((item) => item.fields)
    this.#fields = new MaskTable(fields)
    this.#initials = new MaskTable(fields.map(({ kind, initials }) => (kind === 'word' ? none : masksOf(initials))))
    this.#romaji = new MaskTable(fields.map(({ romaji }) => masksOf(romaji)))
    this.#pinyin = new MaskTable(fields.map(({ sounds }) => sounds?.typedMasks ?? none))
    this.#accents = new MaskTable(fields.map(({ sounds }) => sounds?.accentMasks[0] ?? none))
    this.#others = new MaskTable(items.flatMap(({ others }) => others.map((text) => masksOf(lettersOnly(text)))))
    this.#fieldsFrom = beginnings(items.map((item) => item.fields.length))
    this.#othersFrom = beginnings(items.map(({ others }) => others.length))
  }

  /** Whether a field may be meant by its initials or by how it sounds. */
  #mayBeHeard(at: number, { masks, romaji, romajiMasks, accented, accentMasks }: SearchQuery): boolean {
    return (
      this.#initials.mayHold(at, masks) ||
      this.#pinyin.mayHold(at, masks) ||
      (romaji !== '' && this.#romaji.mayHold(at, romajiMasks)) ||
      (accented !== '' && this.#accents.mayHold(at, accentMasks))
    )
  }

  /** Which fields of the item at `item` may be meant by `query`, as bits: more than are, never less. */
  fieldsMeant(item: number, query: SearchQuery): number {
    const [from, to] = [this.#fieldsFrom[item]!, this.#fieldsFrom[item + 1]!]
    let bits = 0
    for (let at = from; at < to; at++) {
      if (this.#fields.mayHold(at, query.written) || this.#mayBeHeard(at, query)) bits |= fieldBit(at - from)
    }
    return bits
  }

  /** Whether every word may stand in one of its texts or another. */
  mayScatter(item: number, { wordMasks }: SearchQuery): boolean {
    const [from, to] = [this.#fieldsFrom[item]!, this.#fieldsFrom[item + 1]!]
    const [othersFrom, othersTo] = [this.#othersFrom[item]!, this.#othersFrom[item + 1]!]
    return wordMasks.every(
      (word) => this.#fields.anyMayHold(from, to, word) || this.#others.anyMayHold(othersFrom, othersTo, word),
    )
  }
}
