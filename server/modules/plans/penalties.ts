import { eq, sql } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Rate } from '#contract/kernel/values.ts'
import { penaltyCap, penaltyDays } from '#contract/loans/penalty.ts'
import { plans } from '#contract/plans.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { planSource } from './source.ts'
import { netPenalties } from './steps/backdate.ts'
import { planRows } from './store.ts'

/** What a plan within reach was charged day by day, as the books have it. */
export async function penaltiesOf(id: IdOf<'plan'>, { tx, actor, app, fail }: Call<'not_found'>) {
  const access = { actor, scopes: actor.scopesOf(plans.penalties.requires), app }
  const where = sql`${planRows.id} = ${id}`
  const [plan] = await findMany(tx, { source: planSource, fields: plans.list.fields }, { where }, access)
  if (!plan) return fail('not_found')
  const [row] = await tx.select({ terms: loanRows.terms }).from(loanRows).where(eq(loanRows.id, plan.loanId))
  const { penalty: terms } = row!.terms
  const { minor: principalMinor, currency } = plan.principal
  const charged = (await netPenalties(tx, id)).filter(({ minor }) => minor !== 0)
  const days = penaltyDays({ dueDate: plan.dueDate, principalMinor }, charged, terms)
  const amount = (minor: number) => ofMinor(minor, currency)
  return {
    plan,
    cap: amount(penaltyCap(principalMinor, terms)),
    days: days.map(({ date, day, ratePpm, minor, sumMinor, capped }) => ({
      ...{ date, overdueDays: day, rate: ratePpm as Rate, capped }, // a rate of the terms
      ...{ penalty: amount(minor), sum: amount(sumMinor) },
    })),
  }
}
