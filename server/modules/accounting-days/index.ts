import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { accountingDay, accountingDays } from '#contract/accounting-days.ts'
import { daysBetween } from '#contract/kernel/calendar.ts'
import type { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource, withinScope } from '#server/kernel/listing/source.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { type JournalSpan, journalFile } from './journal-file.ts'
import { accountingDaySource, journalEntrySource } from './source.ts'
import { accountingDayRows as rows } from './store.ts'

/** The journal of days that are closed, every one of them. @throws Refusal `period_reversed`, `day_not_closed`. */
async function journal(span: JournalSpan, call: Call<'period_reversed' | 'day_not_closed'>): Promise<FileResponse> {
  const { tx, actor, app, fail } = call
  const { from, to } = span
  const days = daysBetween(from, to) + 1
  if (days < 1) return fail('period_reversed')
  const access = { actor, scopes: actor.scopesOf(accountingDays.journal.requires), app }
  const [closed] = await tx
    .select({ days: sql<number>`count(distinct ${rows.day})::int` })
    .from(rows)
    .where(
      and(gte(rows.day, from), lte(rows.day, to), eq(rows.state, 'closed'), withinScope(accountingDaySource, access)),
    )
  if (closed!.days < days) return fail('day_not_closed')
  const { id: command } = accountingDays.journal
  const objectId = from === to ? from : `${from} ${to}`
  await recordDownload({ page: 'accountingDays', command, noun: 'accountingDays', objectId }, call)
  return journalFile(span, call)
}

/** Handlers of `accountingDays`: what business days have booked. */
export default implement(
  accountingDays,
  {
    list: accountingDaySource,
    entries: journalEntrySource,

    journal: (span, call) => journal(span, call) as never, // a file stands for the answer
  },
  [rowSource(accountingDay, accountingDaySource)],
)
