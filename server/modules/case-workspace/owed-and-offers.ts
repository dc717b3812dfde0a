import { eq } from 'drizzle-orm'
import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import {
  addComponents,
  type Components,
  components,
  maxReduction,
  noComponents,
  outstandingOf,
  repayable,
} from '#contract/loans/balance.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { priceOf } from '#server/modules/extensions/steps/pricing.ts'
import { loanRows, type StoredLoan } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { type PlanForecast, plansOn } from '#server/modules/plans/steps/forecast.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'

type Reader = Pick<Context, 'tx' | 'app' | 'today' | 't'>
type Offers = Pick<CaseWorkspace, 'owed' | 'reduction' | 'extension'>
type None = { readonly offer: null; readonly reason: string }

const none = ({ t }: Reader, fault: string, values?: Parameters<Reader['t']>[1]): None => ({
  offer: null,
  reason: t(`faults.${fault}`, values),
})

/** The order in which the roles are asked that may reduce: who may do least, first. */
async function firstApprover({ tx, t }: Reader): Promise<{ readonly name: string; readonly ppm: number } | null> {
  const limits = await parameter(tx, 'reduction.limits')
  const [first] = Object.entries(limits)
    .flatMap(([mark, ppm]) => (ppm ? [{ mark, ppm }] : []))
    .toSorted((a, b) => a.ppm - b.ppm)
  if (!first) return null
  const [role] = await tx
    .select({ name: roleNameIn(t) })
    .from(roleRows)
    .where(eq(roleRows.mark, first.mark))
  return { name: role?.name ?? first.mark, ppm: first.ppm }
}

/** The most that whoever decides first may take off the instalment due first, and what is asked for then. */
async function reductionOf(
  loan: StoredLoan,
  plans: readonly PlanForecast[],
  reader: Reader,
): Promise<CaseWorkspace['reduction']> {
  const [plan] = plans
  const inState = loanFlow.can('requestReduction')({ state: loan.state })
  if (!plan) return none(reader, 'nothing_owed')
  if (!inState.ok) return none(reader, inState.fault, inState.values)
  if (plan.openRequest) return none(reader, 'open_request')
  const approver = await firstApprover(reader)
  const mostMinor = approver ? maxReduction(approver.ppm, plan) : 0
  if (!approver || mostMinor === 0) return none(reader, 'more_than_reducible', { reducible: ofMinor(0, loan.currency) })
  const most = ofMinor(mostMinor, loan.currency)
  const left = ofMinor(repayable(plans) - mostMinor, loan.currency)
  return { offer: { most, left, approver: approver.name }, reason: null }
}

/** What puts the due date off today, by the calculator that quotes it. */
async function extensionOf(
  loan: StoredLoan,
  plans: readonly PlanForecast[],
  reader: Reader,
): Promise<CaseWorkspace['extension']> {
  const inState = loanFlow.can('quoteExtension')({ state: loan.state })
  if (plans.length === 0) return none(reader, 'nothing_owed')
  if (!inState.ok) return none(reader, inState.fault, inState.values)
  if (plans.some(({ openRequest }) => openRequest)) return none(reader, 'open_request')
  try {
    const { repayableMinor, child } = await priceOf(reader.tx, loan, { asked: plans, day: reader.today })
    const { days } = loan.terms.extension
    return {
      offer: { total: ofMinor(repayableMinor, loan.currency), newDue: child.plan.dueDate, days },
      reason: null,
    }
  } catch (error) {
    if (error instanceof Refusal) return none(reader, error.fault, error.values)
    throw error
  }
}

/** What an order asks for, and what would settle or put it off. Only reads: what is not charged yet is forecast. */
export async function owedAndOffers(loanId: IdOf<'loan'>, reader: Reader): Promise<Offers> {
  const { tx, app, today } = reader
  const [loan] = await tx.select().from(loanRows).where(eq(loanRows.id, loanId))
  const { currency } = loan! // of a case that was found
  const daysMax = await parameter(tx, 'collection.promiseDaysMax')
  const days = Array.from({ length: Math.max(daysMax, 1) + 1 }, (_, n) => addDays(today, n))
  const forecast = await plansOn(tx, loan!, days, app)
  const plans = forecast.get(today)!
  const minorOn = (nth: number) => repayable(forecast.get(days[nth]!)!)
  const sums = plans.map(outstandingOf).reduce<Components>(addComponents, noComponents)
  const money = (minor: number) => ofMinor(minor, currency)
  return {
    owed: {
      today: money(minorOn(0)),
      parts: Object.fromEntries(components.map((of) => [of, money(sums[of])])) as CaseWorkspace['owed']['parts'],
      tomorrowMore: money(minorOn(1) - minorOn(0)),
      days: days.map((day, nth) => ({ day, owed: money(minorOn(nth)) })),
    },
    reduction: await reductionOf(loan!, plans, reader),
    extension: await extensionOf(loan!, plans, reader),
  }
}
