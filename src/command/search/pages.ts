import { best, type Candidate } from './candidate.ts'
import type { Index } from './indexed.ts'
import type { Query } from './query.ts'
import { struck } from './typos.ts'

/** The pages that the header search finds, the likeliest first. It knows no query too short. */
export const pages = (index: Index, query: Query): Candidate[] =>
  index.pages.search(query.text).map(({ item, matches }) => {
    const [own] = item.fields
    const title = matches?.find(({ key }) => key === 'title')
    return best({ ...query, short: false }, item) ?? { item, field: own, tier: 1, ranges: struck(own, title) }
  })
