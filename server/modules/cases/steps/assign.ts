import { sql } from 'drizzle-orm'
import { collectionCase } from '#contract/cases.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectionPath } from './cases.ts'

/** Whoever has a case from now on, and where they work. */
export interface CaseHolder {
  readonly collectorId: IdOf<'staff'>
  readonly groupId: IdOf<'unit'> | null
  readonly agencyId: IdOf<'unit'>
  readonly unitPath: string
}

/** An order whose case is given to somebody, or waits on in another stage. */
export interface Assignment {
  readonly loanId: IdOf<'loan'>
  /** Its open case; none: one is opened. */
  readonly caseId: IdOf<'case'> | null
  /** Whether that is closed, and one of the stage opened. */
  readonly rolls: boolean
  readonly holder: CaseHolder | null
  /** Since when it has waited. */
  readonly waitingSince: Date | null
}

/** A case as an assignment has left it. */
export interface AssignedCase {
  readonly caseId: IdOf<'case'>
  readonly version: number
}

interface Assigning {
  readonly stage: IdOf<'stage'>
  readonly day: LocalDate
  readonly at: Date
}

/** So many cases are written by one statement. */
const atOnce = 5_000

const chunksOf = <One>(all: readonly One[]): (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, i) => all.slice(i * atOnce, (i + 1) * atOnce))

/** What is known of an order stays when its case goes to the next stage. */
const nothingKept = { promisedFor: null, brokenOn: null, followUpAt: null, willingness: null, hold: null } as const
const nobody = { collectorId: null, groupId: null, agencyId: null } as const

/** Gives cases of the stage they are in to somebody. */
async function giveWaiting(tx: Db, given: readonly (Assignment & { readonly holder: CaseHolder })[], at: Date) {
  const json = JSON.stringify(given.map(({ caseId, holder }) => ({ id: caseId, ...holder })))
  return rowsOf<{ loanId: string; caseId: IdOf<'case'>; version: number }>(
    tx,
    sql`update ${caseRows} set state = 'allocated', collector_id = g."collectorId", group_id = g."groupId",
          agency_id = g."agencyId", unit_path = g."unitPath", allocated_at = ${at.toISOString()}::timestamptz, waiting_since = null
        from json_to_recordset(${json}::json) as g(id text, "collectorId" text, "groupId" text, "agencyId" text, "unitPath" text)
        where ${caseRows.id} = g.id
        returning ${caseRows.loanId} as "loanId", ${caseRows.id} as "caseId", ${caseRows.version} as version`,
  )
}

/** Closes the cases of another stage, and opens one of this stage for each; what was promised, and what holds it, goes along. */
async function openNext(tx: Db, next: readonly Assignment[], { stage, day, at }: Assigning, path: string) {
  const ids = next.flatMap(({ caseId }) => caseId ?? [])
  const closed = await rowsOf<Pick<typeof caseRows.$inferSelect, 'loanId' | keyof typeof nothingKept>>(
    tx,
    sql`update ${caseRows} set state = 'closed', close_reason = 'rolled', closed_at = ${at.toISOString()}::timestamptz,
          waiting_since = null
        where id in (select json_array_elements_text(${JSON.stringify(ids)}::json))
        returning loan_id as "loanId", promised_for as "promisedFor", broken_on as "brokenOn",
          follow_up_at as "followUpAt", willingness, hold`,
  )
  const before = new Map(closed.map(({ loanId, ...kept }) => [loanId as string, kept]))
  const numbers = await takeNumbers(tx, collectionCase.ids, next.length)
  const rows = next.map(({ loanId, holder, waitingSince }, i) => ({
    ...{ id: idOf(collectionCase.ids, day, numbers[i]!), loanId, stage, openedAt: at },
    ...{ ...nothingKept, ...before.get(loanId) },
    ...(holder ?? nobody),
    ...{ state: holder ? ('allocated' as const) : ('allocating' as const), unitPath: holder?.unitPath ?? path },
    ...{ allocatedAt: holder ? at : null, waitingSince: holder ? null : (waitingSince ?? at) },
    version: 1,
  }))
  await bulkInsert(tx, caseRows, rows)
  return rows.map(({ id, loanId, version }) => ({ loanId, caseId: id, version }))
}

/**
 * Gives the cases of orders to whoever is to have them, rolls them to the stage where they are of another one, and opens
 * those that are missing. Their orders have to be locked. Answers how each case stands then, by its order.
 */
export async function assignCases(
  tx: Db,
  assignments: readonly Assignment[],
  assigning: Assigning,
): Promise<ReadonlyMap<string, AssignedCase>> {
  const path = await collectionPath(tx)
  const left = new Map<string, AssignedCase>()
  for (const chunk of chunksOf(assignments)) {
    const next = chunk.filter(({ caseId, rolls }) => rolls || caseId === null)
    const given = chunk.flatMap((one) =>
      one.rolls || !one.caseId || !one.holder ? [] : [{ ...one, holder: one.holder }],
    )
    const written = [
      ...(next.length > 0 ? await openNext(tx, next, assigning, path) : []),
      ...(given.length > 0 ? await giveWaiting(tx, given, assigning.at) : []),
    ]
    for (const { loanId, ...row } of written) left.set(loanId, row)
  }
  return left
}

/**
 * Has cases wait again that nobody has touched since they were given away, since they were opened: they are not put behind
 * what came meanwhile. Answers their ids.
 */
export async function takeBack(tx: Db, given: readonly AssignedCase[]): Promise<IdOf<'case'>[]> {
  const path = await collectionPath(tx)
  const back: IdOf<'case'>[] = []
  for (const chunk of chunksOf(given)) {
    const json = JSON.stringify(chunk)
    const rows = await rowsOf<{ id: IdOf<'case'> }>(
      tx,
      sql`update ${caseRows} set state = 'allocating', collector_id = null, group_id = null, agency_id = null,
            unit_path = ${path}, allocated_at = null, waiting_since = ${caseRows.openedAt}
          from json_to_recordset(${json}::json) as g("caseId" text, version int)
          where ${caseRows.id} = g."caseId" and ${caseRows.version} = g.version and ${caseRows.state} = 'allocated'
          returning ${caseRows.id} as id`,
    )
    back.push(...rows.map(({ id }) => id))
  }
  return back
}
