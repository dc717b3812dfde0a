import { sql } from 'drizzle-orm'
import type { Stage } from '#contract/stages.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { firstDayOfStage } from './steps.ts'
import { stageRows } from './store.ts'

/** List source: stages of collection, with the open cases of the whole business in each. */
export const stageSource: Source<Stage> = {
  table: stageRows,
  // counted once for all stages
  from: sql`${stageRows} left join (select c.stage, count(*)::int as count from ${caseRows} c where c.state <> 'closed'
    group by c.stage) open_cases on open_cases.stage = ${stageRows.id}`,
  columns: () => ({
    id: stageRows.id,
    version: stageRows.version,
    name: stageRows.name,
    firstDay: firstDayOfStage,
    lastDay: stageRows.lastDay,
    addressBookVisible: stageRows.addressBookVisible,
    rollPolicy: stageRows.rollPolicy,
    capacity: stageRows.capacity,
    openCases: sql`coalesce(open_cases.count, 0)`,
    changedBy: stageRows.changedBy,
    createdAt: stageRows.createdAt,
  }),
  scope: unscoped,
}
