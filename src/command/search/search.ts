import type { Language } from '#locales/index.ts'
import { bestMatch, type Candidate } from './best-match.ts'
import type { TextRange } from './fold.ts'
import { fuseRanges, fuzzyTitles } from './fuzzy-titles.ts'
import type { Tier } from './match-tiers.ts'
import type { SearchIndex } from './search-index.ts'
import { parseSearchQuery, type SearchQuery } from './search-query.ts'

/** What the person is looking at and used to. */
export interface RankingContext {
  /** 2: made for what is selected; 1: for this page; 0: neither. */
  readonly fits: (id: string) => 0 | 1 | 2
  /** See `frecency`. */
  readonly frecency: (id: string) => number
}
/** A text and the stretches of it to mark: from left to right, none touching another. */
export interface HighlightedText {
  readonly text: string
  readonly ranges: readonly TextRange[]
}
/** Search hit. */
export interface SearchHit {
  readonly id: string
  readonly tier: Tier
  /** The title in the screen's language. */
  readonly title: HighlightedText
  /** What was hit, where that is in another language. */
  readonly altTitle?: HighlightedText & { readonly language: Language }
  /** Whether Enter may mean it unasked: money and what cannot be undone only where its name was typed; see `nameTier`. */
  readonly autoSelect: boolean
}

/** From this tier up the name itself was typed, at least its beginning. */
const nameTier = 7

/** From this tier down what begins with it is meant sooner than what fits: `hk` is 还款 wherever one is. */
const beginsTier = 5

/**
 * Inside a tier: what is called so, wholly where only staff call it that; initials and less that begin the title; what can be made good
 * again; what fits the selection or page; used often and lately; fewer letters left over; hit nearer its beginning; then
 * the order they came in.
 */
function rank(found: readonly Candidate[], typed: string, { fits, frecency }: RankingContext): Candidate[] {
  const seen = found.map((candidate) => {
    const { id } = candidate.item.entry
    return {
      candidate,
      named: Number(candidate.field.kind !== 'word' || candidate.field.compact === typed),
      begins: Number(candidate.tier <= beginsTier && (candidate.ranges[0]?.[0] ?? 1) === 0),
      dangerous: Number(candidate.tier < nameTier && candidate.item.entry.risk === 'irreversible'),
      fits: fits(id),
      used: frecency(id),
      letters: candidate.field.compact.length,
      at: candidate.ranges[0]?.[0] ?? 0,
    }
  })
  seen.sort(
    (a, b) =>
      b.candidate.tier - a.candidate.tier ||
      b.named - a.named ||
      b.begins - a.begins ||
      a.dangerous - b.dangerous ||
      b.fits - a.fits ||
      b.used - a.used ||
      a.letters - b.letters ||
      a.at - b.at,
  )
  return seen.map(({ candidate }) => candidate)
}

/** Marks `ranges` of `text` from left to right, each stretch once. */
function highlight(text: string, ranges: readonly TextRange[]): HighlightedText {
  const joined: TextRange[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return { text, ranges: joined }
}

function toHit({ item, field, tier, ranges }: Candidate): SearchHit {
  const [own] = item.fields
  const { id, risk } = item.entry
  return {
    id,
    tier,
    title: highlight(own.shown, field === own ? ranges : []),
    ...(field.language !== own.language && {
      altTitle: { ...highlight(field.shown, ranges), language: field.language },
    }),
    autoSelect: tier >= nameTier || risk === 'read' || risk === 'write',
  }
}

/** Puts the first hit that may lead in front; the others keep their order. */
function leadFirst(hits: readonly SearchHit[]): SearchHit[] {
  const first = hits.find(({ autoSelect }) => autoSelect)
  return first ? [first, ...hits.filter((other) => other !== first)] : [...hits]
}

/** What `text` means on this screen, best first; nothing for an empty text. Typing errors count where little is found. */
export function search(index: SearchIndex, text: string, context: RankingContext): SearchHit[] {
  const asked = parseSearchQuery(text)
  if (!asked) return []
  const found: Candidate[] = []
  for (const [at, item] of index.items.entries()) {
    const meant = index.texts.fieldsMeant(at, asked)
    const hit = meant !== 0 || index.texts.mayScatter(at, asked) ? bestMatch(asked, item, meant) : null
    if (hit) found.push(hit)
  }
  const all = found.length < 3 ? [...found, ...fuzzyTitles(asked, index, found)] : found
  return leadFirst(rank(all, asked.compact, context).map(toHit))
}

/** The pages that the header search finds, the likeliest first. It knows no query too short. */
const fuzzyPages = (index: SearchIndex, query: SearchQuery): Candidate[] =>
  index.pages.search(query.text).map(({ item, matches }) => {
    const [own] = item.fields
    const title = matches?.find(({ key }) => key === 'title')
    return bestMatch({ ...query, short: false }, item) ?? { item, field: own, tier: 1, ranges: fuseRanges(own, title) }
  })

/** The header search: every page that Fuse finds with the specified settings, and no other, in our order. */
export function searchPages(index: SearchIndex, text: string, context: RankingContext): SearchHit[] {
  const asked = parseSearchQuery(text)
  return asked ? rank(fuzzyPages(index, asked), asked.compact, context).map(toHit) : []
}
