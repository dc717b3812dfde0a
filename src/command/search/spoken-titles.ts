import { beginsButForOne } from '#contract/kernel/edit-distance.ts'
import type { Candidate } from './best-match.ts'
import type { TextRange } from './fold.ts'
import type { IndexedEntry } from './indexed-entry.ts'
import { beginnings, MaskTable, type TextMasks } from './letter-mask.ts'
import type { PinyinTitle } from './pinyin.ts'
import type { SearchField } from './search-field.ts'
import type { SearchQuery } from './search-query.ts'

const misheardTier = 1

/** Pairs of letters that one error changes at most: two letters swapped stand in three. */
const errorBigrams = 3

/** Whether the text at `at` may begin with what has these masks, but for one error. */
const mayBeginButForOne = (table: MaskTable, at: number, masks: TextMasks): boolean =>
  table.lettersMissing(at, masks) <= 1 && table.bigramsMissing(at, masks) <= errorBigrams

/** Letters of pinyin that one error may be in: fewer are another word. */
const pinyinMin = 5

/** Chinese titles and what stands in each of their ends, as it is spelled and as it sounds. */
export interface SpokenTitles {
  readonly titles: readonly SpokenTitle[]
  /** Where the ends of each title begin. */
  readonly from: Int32Array
  readonly spelled: MaskTable
  readonly accents: MaskTable
}
interface SpokenTitle {
  readonly item: IndexedEntry
  readonly field: SearchField
  readonly sounds: PinyinTitle
}

/** What can be typed of `items` by its sound. */
export function spokenTitles(items: readonly IndexedEntry[]): SpokenTitles {
  const titles = items.flatMap((item): SpokenTitle[] => {
    const field = item.fields.find(({ kind, sounds }) => kind === 'title' && sounds)
    return field?.sounds ? [{ item, field, sounds: field.sounds }] : []
  })
  return {
    titles,
    from: beginnings(titles.map(({ sounds }) => sounds.spelled.length)),
    spelled: new MaskTable(titles.flatMap(({ sounds }) => sounds.spelledMasks)),
    accents: new MaskTable(titles.flatMap(({ sounds }) => sounds.accentMasks)),
  }
}

/** From which syllable on a title begins as was typed but for one error; -1 where it does not. */
function misheardFrom({ compact, accented, masks, accentMasks }: SearchQuery, of: SpokenTitles, title: number): number {
  const [begin, end] = [of.from[title]!, of.from[title + 1]!]
  // what is not in the whole of it is in no end of it
  const far = of.spelled.lettersMissing(begin, masks) > 1
  if (far && of.accents.lettersMissing(begin, accentMasks) > 1) return -1
  const { spelled, accents } = of.titles[title]!.sounds
  for (let at = begin; at < end; at++) {
    if (mayBeginButForOne(of.spelled, at, masks) && beginsButForOne(compact, spelled[at - begin]!)) return at - begin
    if (mayBeginButForOne(of.accents, at, accentMasks) && beginsButForOne(accented, accents[at - begin]!)) {
      return at - begin
    }
  }
  return -1
}

/** Chinese titles that are spelled, or sound, as was typed but for one error, from any syllable on; the whole ones first. */
export function misheard(query: SearchQuery, of: SpokenTitles): Candidate[] {
  const { accented, compact } = query
  if (accented === '' || compact.length < pinyinMin) return []
  const found = of.titles.flatMap((title, place) => {
    const first = misheardFrom(query, of, place)
    if (first < 0) return []
    const { item, field, sounds } = title
    const { ranges, spelled } = sounds
    const range: TextRange = [ranges[first]![0], ranges.at(-1)![1]]
    const left = Math.abs(spelled[first]!.length - compact.length)
    return { first, left, candidate: { item, field, tier: misheardTier, ranges: [range] } }
  })
  return found.toSorted((a, b) => a.left - b.left || a.first - b.first).map(({ candidate }) => candidate)
}
