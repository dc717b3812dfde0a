import { sql } from 'drizzle-orm'
import type { caseWorkspace, nextReasons } from '#contract/case-workspace.ts'
import { kindsThatStop } from '#contract/hold-kinds.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { caseRows as rows } from '#server/modules/cases/store.ts'
import { booksByLoan } from '#server/modules/plans/source.ts'

interface Next {
  readonly id: IdOf<'case'>
  readonly reason: (typeof nextReasons)[number]
}

/**
 * The next of one's own cases, and how many are to be worked. Read anew each time, from the cases of one collector: what
 * others give and take, and what falls due meanwhile, is in it.
 */
export async function nextOfMine(
  { after, passed }: Parsed<typeof caseWorkspace.next>,
  call: Context,
): Promise<Output<typeof caseWorkspace.next>> {
  const { tx, actor, app, now, today } = call
  const at = sql`${now.toISOString()}::timestamptz`
  const midnight = sql`${startOfDay(today, app.clock.country)}::timestamptz`
  const books = booksByLoan(rows.loanId)
  // a promise that was broken is spoken of once a day
  const broken = sql`${rows.brokenOn} = ${today} and (${rows.lastContactAt} is null or ${rows.lastContactAt} < ${midnight})`
  const work = sql`select ${rows.id} as id, ${rows.followUpAt} as due, ${books.total} as owed,
      case when ${broken} then 1 when ${rows.followUpAt} <= ${at} then 2
        when ${rows.lastContactAt} is null then 3 else 4 end as nth
    from ${rows} ${books.joined}
    where ${rows.collectorId} = ${actor.id} and ${rows.state} = 'allocated'
      and (${rows.hold} is null or ${rows.hold} not in ${kindsThatStop('calls')})
      and (${broken} or ${rows.followUpAt} is null or ${rows.followUpAt} <= ${at})`
  const passedOver = sql`id = any(${sql.param([...passed])}::text[])`
  const found = await rowsOf<Next & { waiting: number }>(
    tx,
    sql`with work as materialized (${work})
        select id, (array['broken', 'due', 'never', 'amount'])[nth] as reason, (select count(*)::int from work) as waiting
        from work order by id = ${after ?? ''}, ${passedOver}, nth, case when nth = 2 then due end, owed desc, id limit 1`,
  )
  const [first] = found
  if (!first || first.id === after) return { next: null, waiting: first?.waiting ?? 0 }
  return { next: { case: await mustFindCase(first.id, call), reason: first.reason }, waiting: first.waiting }
}
