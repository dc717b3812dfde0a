import { blacklistEntry } from '#contract/blacklist.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'

/** Why somebody is on the blacklist, and since when. */
export interface BlacklistCause {
  readonly source: 'staff' | 'writeOff'
  readonly reason: string
  readonly at: Date
}

const suspicions = ['fraud', 'falseDocuments', 'stolenIdentity'] as const
const minuteMs = 60_000
const suspectedAfterMinutes = 9 * 24 * 60

/** A customer whom somebody suspects of something soon after they have registered. */
export const suspectedFrom = (registeredAt: Date, { now }: SeedContext): BlacklistCause => {
  const at = later(registeredAt, suspectedAfterMinutes)
  const reason = suspicions[Math.floor(registeredAt.getTime() / minuteMs) % suspicions.length]!
  return { source: 'staff', reason, at: at < now ? at : registeredAt }
}

/** A customer whose debt was given up. */
export const writtenOffAt = (at: Date): BlacklistCause => ({ source: 'writeOff', reason: 'writtenOff', at })

/** Writes down that a customer is blacklisted. */
export function writeBlacklistEntry(
  context: SeedContext,
  customerId: IdOf<'customer'>,
  { source, reason, at }: BlacklistCause,
): void {
  context.book.buffers.blacklist.add({
    ...{ id: context.book.id(blacklistEntry.ids, context.dateOf(at)), state: 'listed', kind: 'customer', customerId },
    ...{ mark: customerId, tail: null, source, reason, addedBy: 'Operations', addedAt: at },
    ...{ removedBy: null, removedAt: null, removal: null },
  })
}
