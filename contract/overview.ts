import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { LocalDate, Money } from './kernel/values.ts'
import { pageIds } from './menu.ts'

/** A queue of work with its count: the list it lies in, the filter that shows it, and how much of it there is. */
const QueueCount = z.object({
  /** Its name, a text key below `overview.pile`. */
  id: z.string(),
  page: z.enum(pageIds as [string, ...string[]]),
  query: z.string(),
  count: z.int(),
  tone: z.enum(['neutral', 'warn', 'bad']),
})
export type QueueCount = z.output<typeof QueueCount>

/** How many days are shown, today included. */
export const dailyDays = 30

/** What went out and what came in on one day of the operating country. */
const Day = z.object({
  date: LocalDate,
  disbursed: Money,
  repaid: Money,
  disbursedCount: z.int(),
  repaidCount: z.int(),
})
export type Day = z.output<typeof Day>

/** What waits for whoever looks, and how the business goes. */
export const overview = api('overview', {
  /** What waits for the caller, of the lists they see. */
  waiting: read('GET /overview/waiting', {
    requires: 'home',
    input: z.object({}),
    output: z.object({ piles: z.array(QueueCount) }),
  }),

  /** The last thirty days, today last, of the orders within the caller's reach. Totals of money are not for agents. */
  daily: read('GET /overview/daily', {
    requires: ['overview', 'orders.export'],
    input: z.object({}),
    output: z.object({ days: z.array(Day) }),
  }),
})
