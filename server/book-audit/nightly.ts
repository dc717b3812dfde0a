import { eq } from 'drizzle-orm'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { settingRows } from '#server/kernel/base/tables.ts'
import type { Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { type AuditOptions, type AuditResult, auditBook, auditMark } from './audit-book.ts'
import type { Difference } from './difference.ts'

/** Where the last audit began: what was written since has not been audited. */
const mark = 'bookAudit.mark'

/** Audits the whole book, or what was written since it was audited last, and remembers where that began. */
export async function auditAndMark(
  database: Pick<Database, 'db' | 'kind' | 'query'>,
  { changedOnly, ...options }: Omit<AuditOptions, 'since'> & { readonly changedOnly: boolean },
): Promise<AuditResult> {
  const { db } = database
  const [last] = await db.select().from(settingRows).where(eq(settingRows.name, mark))
  const value = await auditMark(database)
  const since = changedOnly && last ? String(last.value) : undefined
  const result = await auditBook(database, { ...options, since })
  // what differs stays to be found until it is put right
  if (result.differences === 0) {
    const set = { name: mark, value }
    await db.insert(settingRows).values(set).onConflictDoUpdate({ target: settingRows.name, set })
  }
  return result
}

/** So many differences are kept with a run; the log has all of them. */
const keptMax = 200

type Finding = NonNullable<Tally['findings']>[number]
const findingOf = ({ loan, plan, ...difference }: Difference): Finding => ({
  ...{ loanId: loan as Finding['loanId'], planId: plan as Finding['planId'] }, // as the tables have them
  ...difference,
})

/** Every night: what has changed since the book last agreed with its terms and events. The run keeps what differs. */
export const nightlyAudit: TaskRunner = async ({ database, clock, log }) => {
  const findings: Finding[] = []
  const { orders, differences } = await auditAndMark(database, {
    changedOnly: true,
    offsetMinutes: offsetMinutesOf(clock.country),
    told: (found) => {
      for (const difference of found) log.error(difference, 'auditBook')
      findings.push(...found.slice(0, keptMax - findings.length).map(findingOf))
    },
  })
  return { done: orders, refused: differences, findings }
}
