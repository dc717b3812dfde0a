import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { pageIds } from './menu.ts'

/** A pile of work: the list it lies in, the filter that shows it, and how much of it there is. */
const Pile = z.object({
  /** Its name, a text key below `overview.pile`. */
  id: z.string(),
  page: z.enum(pageIds as [string, ...string[]]),
  query: z.string(),
  count: z.int(),
  tone: z.enum(['neutral', 'warn', 'bad']),
})
export type Pile = z.output<typeof Pile>

/** What waits for whoever looks. */
export const overview = api('overview', {
  /** What waits for the caller, of the lists they see. */
  waiting: read('GET /overview/waiting', {
    may: 'home',
    input: z.object({}),
    output: z.object({ piles: z.array(Pile) }),
  }),
})
