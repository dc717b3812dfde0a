import { eq, type SQL, sql } from 'drizzle-orm'
import { holdsByStrength } from '#contract/hold-kinds.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { caseHoldRows } from '#server/modules/case-holds/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { promiseRows } from '#server/modules/promises/store.ts'

type LoanIds = readonly IdOf<'loan'>[]

const openCasesOf = (loans: LoanIds): SQL =>
  sql`${caseRows.loanId} = any(${sql.param([...loans])}::text[]) and ${caseRows.state} <> 'closed'`

/** Has the open cases of orders show the strongest hold in force. @returns whether any shows another than before. */
export async function showHolds(tx: Db, loans: LoanIds): Promise<boolean> {
  if (loans.length === 0) return false
  const shown = sql`(select h.kind from ${caseHoldRows} h where h.loan_id = cases.loan_id and h.state = 'active'
    order by array_position(${sql.param([...holdsByStrength])}::text[], h.kind) limit 1)`
  const others = sql`${openCasesOf(loans)} and ${caseRows.hold} is distinct from ${shown}`
  const changed = await tx.update(caseRows).set({ hold: shown }).where(others).returning({ id: caseRows.id })
  return changed.length > 0
}

/**
 * Has the open cases of orders show the next day that payment was promised for, and the last on which a promise was found
 * broken. What is known of promises from before they were rows stays until the first one is.
 */
export async function showPromises(tx: Db, loans: LoanIds): Promise<void> {
  if (loans.length === 0) return
  const of = (value: SQL, state: string) =>
    sql`(select ${value} from ${promiseRows} p where p.loan_id = cases.loan_id and p.state = ${state})`
  const promisedFor = of(sql`min(p.promised_for)`, 'open')
  const brokenOn = of(sql`max(p.broken_on)`, 'broken')
  const others = sql`${openCasesOf(loans)}
    and exists (select from ${promiseRows} p where p.loan_id = cases.loan_id)
    and (${caseRows.promisedFor} is distinct from ${promisedFor} or ${caseRows.brokenOn} is distinct from ${brokenOn})`
  await tx.update(caseRows).set({ promisedFor, brokenOn }).where(others)
}

/** What came of the last contact, and when the next one is due. */
type LastContact = Pick<typeof caseRows.$inferInsert, 'lastResult' | 'willingness' | 'lastContactAt' | 'followUpAt'>

/** Has a case show what came of the last contact. */
export async function showContact(tx: Db, id: IdOf<'case'>, contact: LastContact): Promise<void> {
  await tx.update(caseRows).set(contact).where(eq(caseRows.id, id))
}
