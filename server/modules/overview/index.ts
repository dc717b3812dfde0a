import { sql } from 'drizzle-orm'
import { overview, type Pile } from '#contract/overview.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { type Context, implement } from '#server/kernel/implement.ts'
import { viewOf } from '#server/kernel/view.ts'

interface Kind extends Omit<Pile, 'count'> {
  readonly listing: string
}

/** What may wait for somebody: a list, and the filter that shows it. Only lists one sees are counted. */
const kinds: readonly Kind[] = [
  { id: 'failedPayouts', listing: 'loans.failedPayouts', page: 'failedPayouts', query: '', tone: 'warn' },
  { id: 'failedPayoutsOld', listing: 'loans.failedPayouts', page: 'failedPayouts', query: 'hours>24', tone: 'bad' },
  { id: 'reviews', listing: 'loans.applications', page: 'applications', query: 'state:22', tone: 'warn' },
  { id: 'dueToday', listing: 'plans.list', page: 'plans', query: 'state:dueToday', tone: 'neutral' },
  { id: 'myCases', listing: 'cases.open', page: 'openCases', query: 'collector:@me', tone: 'neutral' },
  { id: 'unallocated', listing: 'cases.open', page: 'openCases', query: 'state:allocating', tone: 'warn' },
  { id: 'promisesToday', listing: 'cases.open', page: 'openCases', query: 'promisedFor:today', tone: 'neutral' },
  { id: 'reductions', listing: 'reductions.list', page: 'reductions', query: 'state:pending', tone: 'warn' },
  { id: 'tickets', listing: 'tickets.operation', page: 'operationTickets', query: '-state:closed', tone: 'neutral' },
  {
    id: 'ticketsLate',
    listing: 'tickets.operation',
    page: 'operationTickets',
    query: '-state:closed is:slaBreached',
    tone: 'bad',
  },
]

async function pileOf({ listing: id, ...kind }: Kind, context: Context): Promise<Pile[]> {
  const { listing, source } = context.ground.registry.listings.get(id)!
  if (!context.actor.may(listing.may)) return []
  const { where } = await viewOf(listing, source, { q: kind.query }, context)
  const [row] = await rowsOf<{ count: number }>(
    context.tx,
    sql`select count(*)::int as count from ${source.from} where ${where}`,
  )
  return [{ ...kind, count: row!.count }]
}

/** What waits for the caller. */
export default implement(overview, {
  waiting: async (_, context) => ({ piles: (await Promise.all(kinds.map((kind) => pileOf(kind, context)))).flat() }),
})
