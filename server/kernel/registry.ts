import { derived, type Endpoint } from '#contract/kernel/endpoint.ts'
import { isListing, type Listing } from '#contract/kernel/list.ts'
import type { Found, Handler, Module } from './implement.ts'
import { answersOf } from './listing.ts'
import type { Source } from './source.ts'

/** An endpoint and who answers it. */
export interface Entry {
  readonly endpoint: Endpoint
  readonly handler: Handler
  /** Where the row it changes is found; none where it changes no row. */
  readonly found: Found | null
}

/** Everything the server answers, by id. */
export interface Registry {
  readonly entries: ReadonlyMap<string, Entry>
  readonly listings: ReadonlyMap<string, { readonly listing: Listing; readonly source: Source }>
  readonly subjects: ReadonlyMap<string, Found>
}

/** The calls derived from a listing, answered from where its rows come from. */
function entriesOfListing(listing: Listing, source: Source): Entry[] {
  // each handler takes the input of its own endpoint; together they have no common one
  const { page, ...answers } = answersOf(listing, source) as unknown as Record<
    'page' | (typeof derived)[number],
    Handler
  >
  const calls = derived.flatMap((name) => {
    const endpoint = listing[name]
    return endpoint ? [{ endpoint, handler: answers[name], found: null }] : []
  })
  return [{ endpoint: listing, handler: page, found: null }, ...calls]
}

/**
 * Puts the modules together.
 * @throws Error for what the compiler cannot see: two endpoints with one id, a subject nobody can find.
 */
export function registryOf(modules: readonly Module[]): Registry {
  const subjects = new Map(
    modules.flatMap(({ subjects: known }) => known.map((one) => [one.subject.noun, one] as const)),
  )
  const entries = new Map<string, Entry>()
  const listings = new Map<string, { listing: Listing; source: Source }>()

  const add = (entry: Entry) => {
    const { id } = entry.endpoint
    if (entries.has(id)) throw new Error(`two endpoints are called ${id}`)
    entries.set(id, entry)
  }
  const foundOf = ({ id, subject }: Endpoint): Found | null => {
    if (!subject) return null
    const known = subjects.get(subject.noun)
    if (!known) throw new Error(`${id} changes a ${subject.noun} row, and no module says where those are found`)
    return known
  }

  for (const { api, answers } of modules) {
    for (const [verb, endpoint] of Object.entries(api)) {
      if (isListing(endpoint)) {
        const source = answers[verb] as Source
        listings.set(endpoint.id, { listing: endpoint, source })
        entriesOfListing(endpoint, source).forEach(add)
      } else add({ endpoint, handler: answers[verb] as Handler, found: foundOf(endpoint) })
    }
  }
  return { entries, listings, subjects }
}
