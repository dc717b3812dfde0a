import { sql } from 'drizzle-orm'
import type { AiConfig } from '#contract/ai-configs.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { aiTaskRows } from '#server/modules/ai-tasks/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { aiConfigRows } from './store.ts'

/** List source: configurations of calls by robots. */
export const aiConfigSource: Source<AiConfig> = {
  table: aiConfigRows,
  from: sql`${aiConfigRows} left join ${productRows} on ${productRows.id} = ${aiConfigRows.productId}`,
  columns: () => ({
    id: aiConfigRows.id,
    version: aiConfigRows.version,
    state: aiConfigRows.state,
    product: { id: aiConfigRows.productId, name: productRows.name },
    minOverdueDays: aiConfigRows.minOverdueDays,
    maxOverdueDays: aiConfigRows.maxOverdueDays,
    weekdays: aiConfigRows.weekdays,
    dates: aiConfigRows.dates,
    startTime: aiConfigRows.startTime,
    endTime: aiConfigRows.endTime,
    robotId: aiConfigRows.robotId,
    robotName: aiConfigRows.robotName,
    repeatDays: aiConfigRows.repeatDays,
    repeatMax: aiConfigRows.repeatMax,
    redialMinutes: aiConfigRows.redialMinutes,
    redialMax: aiConfigRows.redialMax,
    ignoredLabels: aiConfigRows.ignoredLabels,
    tasks: sql`(select count(*)::int from ${aiTaskRows} t where t.config_id = ${aiConfigRows.id})`,
    changedBy: aiConfigRows.changedBy,
    createdAt: aiConfigRows.createdAt,
  }),
  // whoever sees the page sees all of them: they are the house's
  scope: unscoped,
}
