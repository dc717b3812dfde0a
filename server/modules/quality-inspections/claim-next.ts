import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { type QualityInspection, qualityInspection } from '#contract/quality-inspections/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { claimNextOf } from '#server/kernel/sampling/claim.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { qualityInspectionSource } from './source.ts'
import { qualityInspectionRows as rows } from './store.ts'

const codes = (event: 'inspect' | 'reinspect') =>
  sql.join(
    loanFlow.from(event).map((code) => sql`${code}::int`),
    sql`, `,
  )

/** What money still waits for comes first: there a fault that is found keeps it. */
const queue = {
  table: rows,
  from: sql`${rows} q join ${loanRows} l on l.id = q.loan_id`,
  where: sql`l.state in (${codes('inspect')})`,
  about: sql`q.reviewer_id`,
  order: sql`(l.state in (${codes('reinspect')})) desc, q.drawn_at, q.id`,
  source: qualityInspectionSource,
  requires: qualityInspections.claimNext.requires,
}

/** The next inspection for whoever asks; null where nothing waits. */
export async function claimNext(call: Call): Promise<{ inspection: QualityInspection | null }> {
  const { tx, actor, app } = call
  const id = await claimNextOf<IdOf<'qualityInspection'>>(queue, call)
  if (!id) return { inspection: null }
  call.note({ objectId: id })
  const access = { actor, scopes: actor.scopesOf(qualityInspections.claimNext.requires), app }
  const found = await findOne(tx, rowSource(qualityInspection, qualityInspectionSource), id, access)
  return { inspection: found as QualityInspection } // by its fields
}
