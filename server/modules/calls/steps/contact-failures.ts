import { type Column, type SQL, sql } from 'drizzle-orm'

/** Why a contact came to nothing where no provider has said so, by the key of a text below `reasons`; as it was stored before there were keys. */
const storedBefore = {
  numberGone: 'there is no number any more',
  numberNotReached: 'the channel does not reach this number',
  notInTime: 'the channel could not be reached in time',
  dialRefused: 'the dialler does not call this number',
  robotRefused: 'the robot does not call this number',
} as const
/** Reason of our own for a contact that came to nothing. */
export type ContactFailure = keyof typeof storedBefore

const keys = Object.entries(storedBefore)

/** A failure as it was stored, as it is told: in a provider's words, or by its key. */
export const failureAsTold = (stored: string | null): string | null =>
  keys.find(([, text]) => text === stored)?.[0] ?? stored

/** The same of a column. */
export const failureToldIn = (column: Column): SQL =>
  sql`case ${column} ${sql.join(
    keys.map(([key, text]) => sql`when ${text} then ${key}`),
    sql` `,
  )} else ${column} end`
