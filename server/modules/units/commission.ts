import { and, desc, eq } from 'drizzle-orm'
import { rateOn } from '#contract/attribution.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf, LocalDate, Rate } from '#contract/kernel/values.ts'
import type { StageRate, units } from '#contract/units.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { lockStages, stagesOf } from '#server/modules/stages/steps.ts'
import { commissionRateRows as rates } from './store.ts'

const toRate = (ppm: number): Rate => ppm as Rate // whole millionths, as they are stored

/** What an agency is paid in each stage, in their order: since when, and what comes next. */
export async function ratesOf(tx: Db, agencyId: IdOf<'unit'>, today: LocalDate): Promise<StageRate[]> {
  const known = await tx.select().from(rates).where(eq(rates.agencyId, agencyId)).orderBy(rates.validFrom)
  const stages = await stagesOf(tx)
  return stages.flatMap(({ id, name }) => {
    const own = known.filter(({ stage }) => stage === id)
    if (own.length === 0) return []
    const inForce = rateOn(own, today)
    const next = own.find(({ validFrom }) => validFrom > today)
    return {
      stage: name,
      ...{ rate: inForce ? toRate(inForce.ratePpm) : null, since: inForce?.validFrom ?? null },
      ...{ nextRate: next ? toRate(next.ratePpm) : null, nextFrom: next?.validFrom ?? null },
    }
  })
}

/** Adds a rate that counts from a day on, after every one there is. @throws Refusal `unknown_stage`, `rate_not_newest`. */
export async function setCommission(
  agencyId: IdOf<'unit'>,
  { stage, rate, from }: Pick<Parsed<typeof units.setCommission>, 'stage' | 'rate' | 'from'>,
  { tx, note }: Pick<Context, 'tx' | 'note'>,
): Promise<void> {
  await lockStages(tx, 'shared')
  const named = (await stagesOf(tx)).find(({ id }) => id === stage)
  if (!named) throw new Refusal('unknown_stage', undefined, { field: 'stage' })
  const own = and(eq(rates.agencyId, agencyId), eq(rates.stage, stage))
  const [newest] = await tx.select().from(rates).where(own).orderBy(desc(rates.validFrom)).limit(1)
  if (newest && from <= newest.validFrom) {
    throw new Refusal('rate_not_newest', { day: newest.validFrom }, { field: 'from' })
  }
  await tx.insert(rates).values({ agencyId, stage, validFrom: from, ratePpm: rate })
  const before = newest ? { stage, rate: newest.ratePpm, from: newest.validFrom } : null
  note({ before, after: { stage, rate, from } })
}

/** Deletes what was agreed with an agency that is deleted. */
export const deleteRates = (tx: Db, agencyId: IdOf<'unit'>) => tx.delete(rates).where(eq(rates.agencyId, agencyId))
