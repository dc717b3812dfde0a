import { sql } from 'drizzle-orm'
import { type ContactRule, ruleOfFault } from '#contract/contact-rules.ts'
import { type ContactWay, openingOf } from '#contract/kernel/contact-hours.ts'
import type { FaultValues, Refused } from '#contract/kernel/fault.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Clock } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { contactRefusalRows } from '../store.ts'

/** Whom a contact was to reach, about what, and by which rule it was not to be. */
interface RefusedContact {
  readonly way: ContactWay
  readonly refused: Pick<Refused, 'fault'> & { readonly values?: FaultValues | undefined }
  readonly customerId: IdOf<'customer'>
  readonly loanId: IdOf<'loan'> | null
  /** Who wanted it; none: a job. */
  readonly by: Pick<Actor, 'id' | 'agencyId' | 'unitPath'> | null
}

/** When it was refused, and where the business runs. */
interface RefusalMoment {
  readonly now: Date
  readonly clock: Pick<Clock, 'country'>
}

/** Who has the case of an order. */
interface Holder {
  readonly id: IdOf<'case'>
  readonly collectorId: IdOf<'staff'> | null
  readonly agencyId: IdOf<'unit'> | null
  readonly unitPath: string
}

/** The open case of an order, with who has it. */
async function openCaseOf(db: Db, loanId: IdOf<'loan'>): Promise<Holder | undefined> {
  const [found] = await rowsOf<Holder>(
    db,
    sql`select id, collector_id as "collectorId", agency_id as "agencyId", unit_path as "unitPath" from ${caseRows}
        where loan_id = ${loanId} and state <> 'closed'`,
  )
  return found
}

/** Writes down a contact that a rule has forbidden. Other reasons are none of a contact's. */
export async function recordRefusedContact(
  db: Db,
  { by, refused: { fault, values }, ...contact }: RefusedContact,
  { now, clock }: RefusalMoment,
): Promise<void> {
  const rule: ContactRule | undefined = ruleOfFault[fault]
  if (!rule) return
  const open = contact.loanId && (await openCaseOf(db, contact.loanId))
  const opensAt = values?.opens === undefined ? null : openingOf(String(values.opens), clock.country)
  await db.insert(contactRefusalRows).values({
    ...{ ...contact, at: now, rule, fault, opensAt },
    ...{ caseId: open?.id ?? null, collectorId: open?.collectorId ?? null, staffId: by?.id ?? null },
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

/** Writes down that a call of somebody's, which contacts a customer or notes that one was contacted, was refused. */
export const recordRefusedCall: AppContext['contactRefused'] = async (
  db,
  { entry: { endpoint }, input, caller, started, app },
  refused,
) => {
  const way = refused.contact ?? endpoint.contacts
  if (!way || !endpoint.subject || !ruleOfFault[refused.fault]) return
  const party = await partyOf(db, endpoint.subject.noun, String(input.id))
  if (!party) return
  await recordRefusedContact(db, { way, refused, ...party, by: caller.actor }, { now: started, clock: app.clock })
}
