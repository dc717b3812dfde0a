import { weekLength } from '#contract/duty-days.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { parametersOf } from '#server/modules/parameters/steps.ts'

/** The pattern that somebody begins with: as many days from Monday on as the business is open. */
export async function usualPattern(tx: Db): Promise<boolean[]> {
  const { 'office.daysPerWeek': days } = await parametersOf(tx, ['office.daysPerWeek'])
  return Array.from({ length: weekLength }, (_, i) => i < days)
}
