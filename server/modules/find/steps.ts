import { blacklist } from '#contract/blacklist.ts'
import { doNotDisturb } from '#contract/do-not-disturb.ts'
import { find } from '#contract/find.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { doneToday } from '#server/modules/staff/steps.ts'

/** Calls that tell whose a number is: by their answer, or by what is seen of a customer afterwards. */
const lookUps = [find.lookUp, doNotDisturb.add, blacklist.add] as const

/**
 * Counts a look-up, which is on the record by its call. @returns how many are left today.
 * @throws Refusal `look_ups_spent`.
 */
export async function spendLookUp(context: Context): Promise<number> {
  const max = await parameter(context.tx, 'lookUp.dailyMax')
  const done = await doneToday(lookUps, context)
  if (done >= max) throw new Refusal('look_ups_spent', { max })
  return max - done - 1
}
