import { and, desc, eq, isNull } from 'drizzle-orm'
import { remarkIn } from '#contract/ai-outcomes.ts'
import { type CaseHold, caseHolds } from '#contract/case-holds.ts'
import type { Case } from '#contract/cases.ts'
import { type HoldKind, holdStops } from '#contract/hold-kinds.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustFindCase } from '#server/modules/cases/steps/find-case.ts'
import { showHolds } from '#server/modules/cases/steps/working-state.ts'
import { holdOrder } from './steps.ts'
import { caseHoldRows } from './store.ts'

const toHold = (
  { setAt, endedAt, loanId: _, outcome, remark, ...row }: typeof caseHoldRows.$inferSelect,
  t: Translate,
): CaseHold => ({
  ...row,
  remark: remarkIn({ outcome, remark }, t),
  stops: [...holdStops[row.kind]],
  setAt: toInstant(setAt),
  endedAt: endedAt && toInstant(endedAt),
})

/** What a hold of some kind stops, in the reader's words. */
const stopsOf = (kind: HoldKind, { t }: Pick<Call, 't'>): string =>
  holdStops[kind].map((effect) => t(`caseHolds.effect.${effect}`)).join(', ')

/** Puts an order on hold. @throws Refusal `until_in_past`, `until_needed`, `held_already`. */
async function hold(
  { kind, until, remark }: Pick<Parsed<typeof caseHolds.hold>, 'kind' | 'until' | 'remark'>,
  call: Call<never, Case>,
): Promise<void> {
  const { tx, row, actor, now, today, effect } = call
  if (until && until < today) throw new Refusal('until_in_past', { today }, { field: 'until' })
  if (kind === 'promise' && !until) throw new Refusal('until_needed', undefined, { field: 'until' })
  const isNew = await holdOrder(tx, row.loanId, { kind, until, remark, by: actor.name, at: now })
  if (!isNew) throw new Refusal('held_already', undefined, { field: 'kind' })
  effect('stops', stopsOf(kind, call))
}

/** Lifts what the case shows. @throws Refusal `complaint_open`, `not_on_hold`. */
async function lift(remark: string, call: Call<never, Case>): Promise<void> {
  const { tx, row, actor, now, effect } = call
  const kind = row.hold! // asked by the guard
  const shown = [eq(caseHoldRows.loanId, row.loanId), eq(caseHoldRows.kind, kind), eq(caseHoldRows.state, 'active')]
  const lifted = await tx
    .update(caseHoldRows)
    .set({ state: 'lifted', endedBy: actor.name, endedAt: now, endRemark: remark })
    .where(and(...shown, isNull(caseHoldRows.ticketId)))
    .returning({ id: caseHoldRows.id })
  if (lifted.length === 0) {
    const [complaint] = await tx
      .select({ ticket: caseHoldRows.ticketId })
      .from(caseHoldRows)
      .where(and(...shown))
    // a closed case shows what it was held by
    throw complaint?.ticket ? new Refusal('complaint_open', { ticket: complaint.ticket }) : new Refusal('not_on_hold')
  }
  await showHolds(tx, [row.loanId])
  effect('stopsNoMore', stopsOf(kind, call))
}

/** Handlers of `caseHolds`: what keeps collection from an order for a while. */
export default implement(caseHolds, {
  async ofCase({ id }, call) {
    const { loanId } = await mustFindCase(id, call)
    const ofOrder = eq(caseHoldRows.loanId, loanId)
    const rows = await call.tx.select().from(caseHoldRows).where(ofOrder).orderBy(desc(caseHoldRows.id))
    return { holds: rows.map((row) => toHold(row, call.t)) }
  },

  hold: (asked, call) => hold(asked, call),
  lift: ({ remark }, call) => lift(remark, call),
})
