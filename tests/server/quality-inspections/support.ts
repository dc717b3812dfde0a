import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type LoanState, loanCode } from '#contract/loans/flow.ts'
import type { QualityInspection } from '#contract/quality-inspections/row.ts'
import { type RejectCode, review } from '#contract/reviews/row.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { drawQualitySample } from '#server/modules/quality-inspections/nightly.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { Account, World } from '#tests/support/server.ts'

/** Noon of the day before the tests. */
export const yesterday = new Date('2026-03-09T06:30:00Z')

interface AboutDecision {
  readonly reviewer?: Account
  readonly code?: RejectCode
  readonly at?: Date
  readonly loanState?: LoanState
  /** An order that is there; a new one where none is named. */
  readonly loanId?: IdOf<'loan'>
}

type Part = Pick<World, 'given' | 'server'>

/** A review that somebody has decided, which has counted since; with a code, a rejection. */
export async function decided({ given, server: { app } }: Part, about: AboutDecision = {}) {
  const { reviewer = 'reviewer', code, at = yesterday } = about
  const { db } = app.database
  const [passed, state] = [!code, code ? loanCode.manualFailed : loanCode.manualPassed]
  const loanId = about.loanId ?? (await given.loan({ state: about.loanState ?? state, decidedAt: at })).id
  const [number] = await takeNumbers(db, review.ids, 1)
  const id = idOf(review.ids, '2026-03-09' as never, number!)
  const result = passed ? ('passed' as const) : ('failed' as const)
  await db.insert(reviewRows).values({
    ...{ id, loanId, state: result, result, code: code ?? null, reviewerId: staffId(reviewer), rounds: 1 },
    ...{ queuedAt: at, openedAt: new Date(at.getTime() - 120_000), decidedAt: at, endedAt: at },
  })
  return { reviewId: id, loanId }
}

/** The inspection of a decision that was drawn. */
export async function drawn(world: Part & Pick<World, 'as'>, about: AboutDecision = {}): Promise<QualityInspection> {
  const { reviewId } = await decided(world, about)
  await drawQualitySample(world.server.app)
  const [row] = (await world.as('admin').qualityInspections.list({ q: `reviewId:${reviewId}` })).rows
  return row!
}

/** Which version of which inspection a call is about. */
export const its = ({ id, version }: Pick<QualityInspection, 'id' | 'version'>) => ({ id, version })

/** An inspection that has failed and was shown. */
export async function failed(world: Part & Pick<World, 'as'>, about: AboutDecision = {}): Promise<QualityInspection> {
  const waiting = await drawn(world, about)
  const found = await world.as('inspector').qualityInspections.fail({ ...its(waiting), code: 'A003' })
  return world.as('reviewer').qualityInspections.show(its(found))
}

/** How many rows of a listing match, for somebody. */
export async function countOf({ raw }: Pick<World, 'raw'>, who: Account, path: string, q = ''): Promise<unknown> {
  const { data } = await raw(`GET ${path}/count?q=${encodeURIComponent(q)}`, { who })
  return (data as { count: number }).count // as every count answers
}

/** Has an order stand in another code. */
export const setLoanState = ({ server }: Part, id: IdOf<'loan'>, state: LoanState) =>
  server.app.database.db.update(loanRows).set({ state }).where(eq(loanRows.id, id))

/** Makes somebody an inspector as well, for one test. */
export async function alsoInspecting({ server }: Part, account: Account, work: () => Promise<void>): Promise<void> {
  const { query } = server.app.database
  await query(`insert into staff_roles (staff_id, role_id) values ('S-${account}', 'QC')`)
  await work().finally(() => query(`delete from staff_roles where staff_id = 'S-${account}' and role_id = 'QC'`))
}
