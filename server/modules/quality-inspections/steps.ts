import { type SQL, sql } from 'drizzle-orm'
import type { Expression } from '#server/kernel/listing/column-mapping.ts'
import { qualityInspectionRows } from './store.ts'

/** Whether a review was drawn to be inspected. */
export const isSampled = (reviewId: Expression): SQL =>
  sql`exists (select from ${qualityInspectionRows} q where q.review_id = ${reviewId})`
