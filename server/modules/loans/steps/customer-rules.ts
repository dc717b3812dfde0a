import { sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { isListed } from '#server/modules/blacklist/steps.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { loanRows } from '../store.ts'

/** Repayment record: how a customer has repaid so far. */
export interface RepaymentRecord {
  /** Loans repaid, … */
  readonly done: number
  /** … those of them on time, … */
  readonly onTime: number
  /** … and how many days late the worst of them was. */
  readonly worst: number
}

/** Repayment record of a customer, in the days of the operating country. */
export async function recordOf(tx: Db, customerId: IdOf<'customer'>, country: Country): Promise<RepaymentRecord> {
  const settled = localDay(sql`p.settled_at`, { country })
  const [row] = await rowsOf<RepaymentRecord>(
    tx,
    sql`select count(*) filter (where repaid)::int as done, count(*) filter (where repaid and late <= 0)::int as "onTime",
          greatest(0, coalesce(max(late), 0))::int as worst
        from (select l.state in (40, 41) as repaid, max(${settled} - p.due_date) as late
              from ${loanRows} l join ${planRows} p on p.loan_id = l.id
              where l.customer_id = ${customerId} and p.settled_at is not null group by l.id) lent`,
  )
  return row!
}

/** What the rules about a customer ask for, whatever they apply for. */
export interface CustomerFacts {
  readonly accountEnabled: boolean
  readonly blacklisted: boolean
  /** None where the date of birth is not known. */
  readonly ageYears: number | null
  /** Days that the worst of the earlier loans was repaid late. */
  readonly worstOverdueDays: number
}

const yearsBetween = (from: LocalDate, to: LocalDate): number =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

/** Everything that the rules about a customer ask for, as it is on a day. */
export async function customerFactsOf(
  tx: Db,
  customer: StoredCustomer,
  { worst }: RepaymentRecord,
  { today, app, device }: { readonly today: LocalDate; readonly app: AppContext; readonly device?: string | null },
): Promise<CustomerFacts> {
  const { birthDate, state, blacklisted } = customer
  return {
    accountEnabled: state === 'enabled',
    blacklisted: blacklisted || (await isListed(customer, device ?? undefined, { tx, app })),
    ageYears: birthDate && yearsBetween(birthDate, today),
    worstOverdueDays: worst,
  }
}

/** A rule about customers. */
export interface CustomerRule {
  /** A text key below `loans.rule`. */
  readonly rule: string
  readonly outcome: 'failed'
  readonly code: string
  readonly value: (facts: CustomerFacts) => string | number | boolean | null
  readonly fits: (facts: CustomerFacts) => boolean
}
const [adultYears, oldestYears, lateDaysMax] = [18, 65, 30]

/** Customer rules: to whom nothing is lent, with the code of the refusal. The first that fits decides. */
export const customerRules: readonly CustomerRule[] = [
  {
    ...{ rule: 'accountEnabled', outcome: 'failed', code: 'D01', value: ({ accountEnabled }) => accountEnabled },
    fits: ({ accountEnabled }) => !accountEnabled,
  },
  {
    ...{ rule: 'blacklisted', outcome: 'failed', code: 'D02', value: ({ blacklisted }) => blacklisted },
    fits: ({ blacklisted }) => blacklisted,
  },
  {
    ...{ rule: 'age', outcome: 'failed', code: 'D03', value: ({ ageYears }) => ageYears },
    fits: ({ ageYears }) => ageYears !== null && (ageYears < adultYears || ageYears > oldestYears),
  },
  {
    ...{ rule: 'worstOverdueDays', outcome: 'failed', code: 'D04', value: ({ worstOverdueDays }) => worstOverdueDays },
    fits: ({ worstOverdueDays }) => worstOverdueDays > lateDaysMax,
  },
]
