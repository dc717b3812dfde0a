import type { Language } from '#locales/index.ts'
import { best, type Candidate } from './candidate.ts'
import type { Range } from './fold.ts'
import type { Index } from './indexed.ts'
import type { Tier } from './match.ts'
import { pages } from './pages.ts'
import { query } from './query.ts'
import { misspelt } from './typos.ts'

/** What the person is looking at and used to. */
export interface Context {
  /** 2: made for what is selected; 1: for this page; 0: neither. */
  readonly fits: (id: string) => 0 | 1 | 2
  /** See `frecency`. */
  readonly frecency: (id: string) => number
}
/** A text and the stretches of it to mark: from left to right, none touching another. */
export interface Marked {
  readonly text: string
  readonly ranges: readonly Range[]
}
/** Something that was found. */
export interface Hit {
  readonly id: string
  readonly tier: Tier
  /** The title in the screen's language. */
  readonly title: Marked
  /** What was hit, where that is in another language. */
  readonly also?: Marked & { readonly language: Language }
  /** Whether Enter may mean it unasked: money and what cannot be undone only where its name was typed (tier 7 up). */
  readonly leads: boolean
}

/**
 * Fits the selection or page, then used often and lately, then fewer letters left over, then hit nearer its beginning,
 * then the order they came in.
 */
function ranked(found: readonly Candidate[], { fits, frecency }: Context): Candidate[] {
  const seen = found.map((candidate) => {
    const { id } = candidate.item.entry
    return {
      candidate,
      fits: fits(id),
      used: frecency(id),
      letters: candidate.field.tight.length,
      at: candidate.ranges[0]?.[0] ?? 0,
    }
  })
  seen.sort(
    (a, b) =>
      b.candidate.tier - a.candidate.tier || b.fits - a.fits || b.used - a.used || a.letters - b.letters || a.at - b.at,
  )
  return seen.map(({ candidate }) => candidate)
}

/** Marks `ranges` of `text` from left to right, each stretch once. */
function marked(text: string, ranges: readonly Range[]): Marked {
  const joined: Range[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return { text, ranges: joined }
}

function hit({ item, field, tier, ranges }: Candidate): Hit {
  const [own] = item.fields
  const { id, risk } = item.entry
  return {
    id,
    tier,
    title: marked(own.shown, field === own ? ranges : []),
    ...(field.language !== own.language && { also: { ...marked(field.shown, ranges), language: field.language } }),
    leads: tier >= 7 || risk === 'read' || risk === 'write',
  }
}

/** Puts the first hit that may lead in front; the others keep their order. */
function led(hits: readonly Hit[]): Hit[] {
  const first = hits.find(({ leads }) => leads)
  return first ? [first, ...hits.filter((other) => other !== first)] : [...hits]
}

/** What `text` means on this screen, best first; nothing for an empty text. Typing errors count where little is found. */
export function search(index: Index, text: string, context: Context): Hit[] {
  const asked = query(text)
  if (!asked) return []
  const found = index.items.flatMap((item) => best(asked, item) ?? [])
  const all = found.length < 3 ? [...found, ...misspelt(asked, index.items, found)] : found
  return led(ranked(all, context).map(hit))
}

/** The header search: every page that Fuse finds with the specified settings, and no other, in our order. */
export function goTo(index: Index, text: string, context: Context): Hit[] {
  const asked = query(text)
  return asked ? ranked(pages(index, asked), context).map(hit) : []
}
