import { sql } from 'drizzle-orm'
import type { caseWorkspace } from '#contract/case-workspace.ts'
import { cases, orderOfWork } from '#contract/cases.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { caseWhenSql } from '#server/kernel/listing/column-mapping.ts'
import { orderBy, orderOf, orderTermsOf } from '#server/kernel/listing/keyset.ts'
import { pruneJoins } from '#server/kernel/listing/prune-joins.ts'
import { viewOf } from '#server/kernel/listing/view.ts'
import { nextReasonOf } from '#server/modules/cases/source.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { caseRows as rows } from '#server/modules/cases/store.ts'

/**
 * The next of one's own cases in the order of a view, and how many of it are to be worked. Whatever the view, a case is to
 * be worked for a reason: what was noted just now does not come again. Read anew each time, from the cases of one
 * collector: what others give and take, and what falls due meanwhile, is in it.
 */
export async function nextOfMine(
  { after, passed, q }: Parsed<typeof caseWorkspace.next>,
  call: Context,
): Promise<Output<typeof caseWorkspace.next>> {
  const { tx, actor, app } = call
  const { listing, source } = app.registry.listings.get(cases.open.id)! // every listing is there
  const view = await viewOf(listing, source, { q }, call)
  const { sort } = view.query
  const order = orderBy(
    orderTermsOf({ where: null, sort: sort.length > 0 ? sort : orderOfWork.map(orderOf) }, view.context),
  )
  const where = sql`${rows.collectorId} = ${actor.id} and ${caseWhenSql(nextReasonOf(view.readContext))} is not null and ${view.where}`
  const passedOver = sql`${rows.id} = any(${sql.param([...passed])}::text[])`
  const [first] = await rowsOf<{ id: IdOf<'case'>; waiting: number }>(
    tx,
    sql`select ${rows.id} as id, (count(*) over ())::int as waiting from ${pruneJoins(source, where, order)}
        where ${where} order by ${rows.id} = ${after ?? ''}, ${passedOver}, ${order} limit 1`,
  )
  const found = first && first.id !== after
  return { next: found ? await mustFindCase(first.id, call) : null, waiting: first?.waiting ?? 0 }
}
