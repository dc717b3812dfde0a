import { sql } from 'drizzle-orm'
import type { AiTask } from '#contract/ai-tasks.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { productRows } from '#server/modules/products/store.ts'
import { aiTaskRows, aiTaskCountRows as counts } from './store.ts'

/** List source: tasks of robots, with what came of them so far. */
export const aiTaskSource: Source<AiTask> = {
  table: aiTaskRows,
  from: sql`${aiTaskRows} join ${counts} on ${counts.taskId} = ${aiTaskRows.id}
    left join ${productRows} on ${productRows.id} = ${aiTaskRows.productId}`,
  columns: () => ({
    id: aiTaskRows.id,
    version: aiTaskRows.version,
    state: aiTaskRows.state,
    configId: aiTaskRows.configId,
    robotName: aiTaskRows.robotName,
    product: { id: aiTaskRows.productId, name: productRows.name },
    day: aiTaskRows.day,
    opensAt: aiTaskRows.opensAt,
    closesAt: aiTaskRows.closesAt,
    planned: counts.planned,
    called: counts.called,
    ...{ a: counts.a, b: counts.b, c: counts.c, d: counts.d, e: counts.e, f: counts.f, g: counts.g, h: counts.h },
    skipped: counts.skipped,
    startedAt: aiTaskRows.startedAt,
    endedAt: aiTaskRows.endedAt,
    cost: { minor: counts.costMinor, currency: productRows.currency },
    changedBy: aiTaskRows.changedBy,
    createdAt: aiTaskRows.createdAt,
  }),
  // whoever sees the page sees all of them: they are the house's, and name nobody
  scope: unscoped,
}
