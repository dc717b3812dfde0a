import { compaction } from '#server/kernel/summaries/summary.ts'
import type { Job } from './jobs.ts'

/** Puts together what statements have added to summary tables one by one: reports read fewer rows, and the same numbers. */
export const compactSummaries: Job = {
  id: 'compactSummaries',
  cron: '50 * * * *',
  async run({ registry, database: { db }, clock }) {
    for (const { source } of registry.listings.values()) {
      if (source.summary) await db.execute(compaction(source.summary.of(clock.country)))
    }
  },
}
