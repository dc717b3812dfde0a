import { sql } from 'drizzle-orm'
import type { DisturbEntry } from '#contract/do-not-disturb.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { disturbRows } from './store.ts'

/** Whoever sees the page sees all of it: whom nobody writes to belongs to no unit. */
const everyone = () => sql`true`

/** List source: the do-not-disturb list, with what was lifted from it. */
export const disturbSource: Source<DisturbEntry> = {
  table: disturbRows,
  from: sql`${disturbRows}`,
  columns: ({ day }) => ({
    id: disturbRows.id,
    version: disturbRows.version,
    state: sql`case when ${disturbRows.liftedAt} is not null then 'lifted'
      when ${disturbRows.until} < ${day}::date then 'expired' else 'active' end`,
    kind: disturbRows.kind,
    value: {
      select: { 'entry mark': disturbRows.mark, 'entry tail': disturbRows.tail },
      compute: ({ 'entry mark': mark, 'entry tail': tail }) => (tail === null ? String(mark) : `…${tail}`),
    },
    customerId: disturbRows.customerId,
    channel: disturbRows.channel,
    scope: disturbRows.scope,
    origin: disturbRows.origin,
    until: disturbRows.until,
    remark: disturbRows.remark,
    addedBy: disturbRows.addedBy,
    addedAt: disturbRows.addedAt,
    liftedBy: disturbRows.liftedBy,
    liftedAt: disturbRows.liftedAt,
  }),
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
