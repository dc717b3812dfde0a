import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { type CallEvent, callSubject } from '#contract/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { phoneForms } from '#server/modules/customers/steps/customers.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { agencyAt } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { callRows, type StoredCall } from './store.ts'

type Line = typeof lineRows.$inferSelect

/** The seat or hotline of a number. */
export async function lineCalled(db: Db, number: string): Promise<Line | undefined> {
  const { kind, number: known } = lineRows
  const [line] = await db
    .select()
    .from(lineRows)
    .where(and(eq(known, number), inArray(kind, ['seat', 'hotline'])))
  return line
}

/** Whose number it is, with their open case; of several people the one who has one. */
async function partyOf(tx: Db, from: string, app: AppContext) {
  const [party] = await tx
    .select({ customerId: customerRows.id, caseId: caseRows.id, loanId: caseRows.loanId })
    .from(customerRows)
    .leftJoin(loanRows, eq(loanRows.customerId, customerRows.id))
    .leftJoin(caseRows, and(eq(caseRows.loanId, loanRows.id), ne(caseRows.state, 'closed')))
    .where(inArray(customerRows.phone, phoneForms(from, app.clock.country)))
    .orderBy(sql`${caseRows.id} is null`, desc(customerRows.registeredAt), desc(caseRows.openedAt))
    .limit(1)
  return party
}

/** Where whoever sits at a line stands; of a line that nobody has, its agency. */
async function placeOf(tx: Db, { staffId, agencyId }: Line) {
  const { path } = unitRows
  if (staffId) {
    const [person] = await tx
      .select({ path })
      .from(staffRows)
      .innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
      .where(eq(staffRows.id, staffId))
    if (person) return { unitPath: person.path, agencyId: await agencyAt(tx, person.path) }
  }
  const [agency] = agencyId ? await tx.select({ path }).from(unitRows).where(eq(unitRows.id, agencyId)) : []
  return { unitPath: agency?.path ?? '/', agencyId }
}

const tailLength = 4

async function beginIncoming(tx: Db, line: Line, event: CallEvent & { ref: string }, app: AppContext): Promise<void> {
  const now = app.clock.now()
  const party = event.from ? await partyOf(tx, event.from, app) : undefined
  const known: { customerId?: IdOf<'customer'>; caseId?: IdOf<'case'> | null; loanId?: IdOf<'loan'> | null } =
    party ?? {}
  const at = new Date(Math.min(now.getTime(), Date.parse(event.at)))
  await tx
    .insert(callRows)
    .values({
      ...{
        id: await newId(tx, callSubject.ids, today(app.clock, now)),
        state: 'ringing',
        direction: 'in',
        way: 'phone',
      },
      ...{ ...known, lineId: line.id, staffId: line.staffId, ...(await placeOf(tx, line)) },
      ...{ ref: event.ref, beganAt: at, callerTail: party ? null : (event.from?.slice(-tailLength) ?? null) },
    })
    .onConflictDoNothing()
}

/** A call that somebody makes to us, locked, whatever is told of it first. @throws Refusal `unknown_line`. */
export async function incomingCall(tx: Db, event: CallEvent, app: AppContext): Promise<StoredCall> {
  const line = event.line ? await lineCalled(tx, event.line) : undefined
  if (!line) throw new Refusal('unknown_line')
  // two diallers may count alike
  const ref = `${line.providerId ?? ''}:${event.ref}`
  const mine = and(eq(callRows.direction, 'in'), eq(callRows.ref, ref))
  const [known] = await tx.select().from(callRows).where(mine).for('update')
  if (known) return known
  await beginIncoming(tx, line, { ...event, ref }, app)
  const [begun] = await tx.select().from(callRows).where(mine).for('update')
  return begun!
}
