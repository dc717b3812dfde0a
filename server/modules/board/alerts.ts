import { type BoardAlert, type BoardNumber, board, boardAlerts } from '#contract/board.ts'
import { caseAllocations } from '#contract/case-allocations.ts'
import { duty } from '#contract/duty.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { pages } from '#contract/menu.ts'
import { fullWeight, sumOfWeights } from '#contract/unit-weights.ts'
import { units } from '#contract/units.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { uncoveredOn } from '#server/modules/duty/steps.ts'
import { agencyShares } from '#server/modules/units/steps.ts'

/** Whether somebody looks at the whole business: what is told of it is not told to one agency. */
const seesBusiness = ({ actor }: Context): boolean =>
  actor.scopesOf(board.read.requires).some((scope) => scope === 'all' || scope === 'department')

const listPath = ({ page, query }: BoardNumber): string => `${pages[page]}?q=${encodeURIComponent(query)}`

/** Rows that wait for somebody: mended where cases are given out by whoever may, else looked at. */
function rowAlert(number: BoardNumber, { actor }: Context): BoardAlert[] {
  const { measure, rows } = number
  const alert = boardAlerts.find((one) => one === measure)
  if (!alert || rows === 0) return []
  const may = actor.may(caseAllocations.rehearse.requires)
  if (alert === 'waiting' && !may) return []
  return [{ alert, values: { count: rows }, path: alert === 'waiting' ? '/allocation/rehearsal' : listPath(number) }]
}

/** Stages with cases and nobody on duty, today and tomorrow. */
async function uncovered(context: Context): Promise<BoardAlert[]> {
  if (!context.actor.may(duty.save.requires) || !seesBusiness(context)) return []
  const { tx, today } = context
  const found = await uncoveredOn(tx, [today, addDays(today, 1)])
  return found.map(({ stage, day }) => ({
    ...{ alert: 'uncovered', values: { stage, day } },
    path: `${pages.duty}?week=${day}`,
  }))
}

/** Agencies whose weights do not make a whole. */
async function weights(context: Context): Promise<BoardAlert[]> {
  if (!context.actor.may(units.setWeights.requires) || !seesBusiness(context)) return []
  const shares = await agencyShares(context.tx)
  const sum = sumOfWeights(shares)
  if (shares.length === 0 || sum === fullWeight) return []
  return [{ alert: 'weights', values: { sum, full: fullWeight }, path: '/agencies/weights' }]
}

/** What keeps collection from working as it should, and where the reader mends it, most pressing first. */
export async function alertsOf(numbers: readonly BoardNumber[], context: Context): Promise<BoardAlert[]> {
  const all = [
    ...numbers.flatMap((number) => rowAlert(number, context)),
    ...(await uncovered(context)),
    ...(await weights(context)),
  ]
  return all.sort((a, b) => boardAlerts.indexOf(a.alert) - boardAlerts.indexOf(b.alert))
}
