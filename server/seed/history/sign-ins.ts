import { session } from '#contract/session.ts'
import { type Member, staff } from '../staff.ts'
import { requestIdFrom } from './audit-writer.ts'
import type { SeedContext } from './context.ts'
import type { Random } from './random.ts'

const days = 14
const toldShare = 0.12
const mistypedShare = 0.05
const [from, to] = [8 * 60, 10 * 60]

/** Who stays away, and for how many days: a review of access finds them. */
export const awayDays = { caller: 34, salesman: 31, inspector: 42, reloan2: 47 } as const
const isAway = (account: string): account is keyof typeof awayDays => Object.hasOwn(awayDays, account)

/** How many days ago somebody was last here for sure. */
export const hereDaysAgo = ({ account }: Member): number =>
  isAway(account) ? awayDays[account] : 1 + (account.length % days)

/** Tells of the mornings of the last two weeks: who signed in, and who mistyped their password first. */
export function recordSignIns(context: SeedContext, random: Random): void {
  for (let ago = days; ago > 0; ago--) {
    for (const who of staff) {
      if (!random.chance(toldShare) || isAway(who.account)) continue
      const moment = context.at(context.after(context.today, -ago), random.int(from, to))
      const input = { username: who.account, password: '' }
      const deed = { endpoint: session.signIn, who, at: moment, objectId: who.account, input }
      const how = random.chance(mistypedShare) ? { fault: 'wrong_credentials' } : {}
      context.audit.record({ ...deed, ...how, requestId: requestIdFrom(random) }, random)
    }
  }
}
