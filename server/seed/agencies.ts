import { eq } from 'drizzle-orm'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { commissionRateRows, unitRows } from '#server/modules/units/store.ts'
import { staffId } from './foundation.ts'
import type { SeedContext } from './history/context.ts'
import { agencies } from './units.ts'

/** Of each agency: who answers for it, the contract with it, in days from today, and its certificate. */
const details = [
  { officer: 'leader' },
  { officer: 'leader3', from: -410, until: 320, certificate: 'DRA-2024-1187' },
  { officer: 'leader5', from: -350, until: 15, certificate: 'DRA-2025-0342' },
] as const

/** What the first stage and each one after it brings an external agency, in percent of what it recovers. */
const [firstPercent, stepPercent] = [2, 1.5]
const ppmOfPercent = 10_000

/** Adds officers and contracts to the agencies of the demo, and what those that are not ours are paid. */
export async function addAgencyDetails(tx: Db, { today }: SeedContext): Promise<void> {
  const stages = await stagesOf(tx)
  for (const [i, { officer, ...contract }] of details.entries()) {
    const { id, external } = agencies[i]!
    const known = 'from' in contract
    const terms = known && {
      contractFrom: addDays(today, contract.from),
      contractUntil: addDays(today, contract.until),
      certificate: contract.certificate,
    }
    await tx
      .update(unitRows)
      .set({ officerId: staffId(officer), ...terms })
      .where(eq(unitRows.id, id))
    if (!external || !known) continue
    const rates = stages.map(({ id: stage }, rank) => ({
      ...{ agencyId: id, stage, validFrom: addDays(today, contract.from) },
      ratePpm: Math.round((firstPercent + rank * stepPercent) * ppmOfPercent),
    }))
    await tx.insert(commissionRateRows).values(rates).onConflictDoNothing()
  }
}
