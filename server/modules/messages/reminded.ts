import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Moment } from '#server/kernel/source.ts'
import { messageRows } from './store.ts'

/** Whether a customer was reminded of a debt today. One row of an index, asked for each customer by itself. */
export const remindedToday = (customerId: Column, { day }: Moment): SQL =>
  sql`coalesce((select true from ${messageRows}
    where ${messageRows.customerId} = ${customerId} and ${messageRows.reminds} = ${day}), false)`
