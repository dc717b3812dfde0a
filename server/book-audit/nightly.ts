import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Database } from '#server/kernel/base/database.ts'
import type { Tally, TaskRunner } from '#server/kernel/call/context.ts'
import { keepWatermark, keptWatermark, watermarkNow } from '#server/kernel/jobs/watermark.ts'
import { type AuditOptions, type AuditResult, auditBook } from './audit-book.ts'
import type { Difference } from './difference.ts'

/** Watermark of the audits: what was written since the last one began has not been audited. */
const watermark = 'bookAudit.mark'

/** Audits the whole book, or what was written since it was audited last, and remembers where that began. */
export async function auditAndMark(
  database: Pick<Database, 'db' | 'kind' | 'query'>,
  { changedOnly, ...options }: Omit<AuditOptions, 'since'> & { readonly changedOnly: boolean },
): Promise<AuditResult> {
  const { db } = database
  const since = (changedOnly && (await keptWatermark(db, watermark))) || undefined
  const begun = await watermarkNow(db)
  const result = await auditBook(database, { ...options, since })
  // what differs stays to be found until it is put right
  if (result.differences === 0) await keepWatermark(db, watermark, begun)
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
