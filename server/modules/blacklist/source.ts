import { sql } from 'drizzle-orm'
import type { BlacklistEntry } from '#contract/blacklist.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { shownMark } from './marks.ts'
import { blacklistRows } from './store.ts'

/** Whoever sees the page sees all of it: what nothing is lent to belongs to no unit. */
const everyone = () => sql`true`

/** List source: the blacklist, with what was removed from it. */
export const blacklistSource: Source<BlacklistEntry> = {
  table: blacklistRows,
  from: sql`${blacklistRows}`,
  columns: () => ({
    id: blacklistRows.id,
    version: blacklistRows.version,
    state: blacklistRows.state,
    kind: blacklistRows.kind,
    value: {
      select: { 'entry mark': blacklistRows.mark, 'entry tail': blacklistRows.tail },
      compute: ({ 'entry mark': mark, 'entry tail': tail }) =>
        shownMark({ mark: String(mark), tail: tail === null ? null : String(tail) }),
    },
    customerId: blacklistRows.customerId,
    source: blacklistRows.source,
    reason: blacklistRows.reason,
    addedBy: blacklistRows.addedBy,
    addedAt: blacklistRows.addedAt,
    removedBy: blacklistRows.removedBy,
    removedAt: blacklistRows.removedAt,
    removal: blacklistRows.removal,
  }),
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
