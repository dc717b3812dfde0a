import { sql } from 'drizzle-orm'
import { type ContactRule, ruleOfFault } from '#contract/contact-rules.ts'
import type { ContactWay } from '#contract/kernel/contact-hours.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext, Invocation } from '#server/kernel/call/context.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { contactRefusalRows } from '../store.ts'

/** Whom a contact was to reach, and about what. */
interface RefusedContact {
  readonly way: ContactWay
  readonly fault: string
  readonly customerId: IdOf<'customer'>
  readonly loanId: IdOf<'loan'> | null
  /** Who wanted it; none: a job. */
  readonly by: Pick<Actor, 'id' | 'agencyId' | 'unitPath'> | null
}

/** The open case of an order, with who has it. */
async function openCaseOf(db: Db, loanId: IdOf<'loan'>) {
  const [found] = await rowsOf<{ id: IdOf<'case'>; agencyId: IdOf<'unit'> | null; unitPath: string }>(
    db,
    sql`select id, agency_id as "agencyId", unit_path as "unitPath" from ${caseRows}
        where loan_id = ${loanId} and state <> 'closed'`,
  )
  return found
}

/** Writes down a contact that a rule has forbidden. Other reasons are none of a contact's. */
export async function recordRefusedContact(db: Db, { by, fault, ...contact }: RefusedContact, at: Date): Promise<void> {
  const rule: ContactRule | undefined = ruleOfFault[fault]
  if (!rule) return
  const open = contact.loanId && (await openCaseOf(db, contact.loanId))
  await db.insert(contactRefusalRows).values({
    ...{ ...contact, at, rule, fault, caseId: open?.id ?? null, staffId: by?.id ?? null },
    ...{ agencyId: by?.agencyId ?? open?.agencyId ?? null, unitPath: by?.unitPath ?? open?.unitPath ?? '/' },
  })
}

type Party = Pick<RefusedContact, 'customerId' | 'loanId'>

/** Whom a call with the row of an id was to reach. */
async function partyOf(db: Db, noun: string, id: string): Promise<Party | undefined> {
  if (noun === 'customers') return { customerId: id as IdOf<'customer'>, loanId: null } // of that noun
  const table = { cases: caseRows, plans: planRows, proofs: proofRows }[noun]
  const loanId = table ? sql`(select loan_id from ${table} where id = ${id})` : sql`${id}`
  const [party] = await rowsOf<Party>(
    db,
    sql`select customer_id as "customerId", id as "loanId" from ${loanRows} where id = ${loanId}`,
  )
  return party
}

/** Writes down that a call of somebody's, which contacts a customer, was refused. */
export async function recordRefusedCall(
  { entry: { endpoint }, input, caller, started, app }: Invocation,
  fault: string,
): Promise<void> {
  const { contacts: way, subject } = endpoint
  if (!way || !subject || !ruleOfFault[fault]) return
  const { db }: AppContext['database'] = app.database
  const party = await partyOf(db, subject.noun, String(input.id))
  if (party) await recordRefusedContact(db, { way, fault, ...party, by: caller.actor }, started)
}
