import { sql } from 'drizzle-orm'
import { customers } from '#contract/customers.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { parameters } from '#contract/parameters/calls.ts'
import { session } from '#contract/session.ts'
import type { AuditEntry } from '#server/kernel/base/audit.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { AuditWriter, requestIdFrom } from '../history/audit-writer.ts'
import { later, type SeedContext } from '../history/context.ts'
import { Random } from '../history/random.ts'
import { whole } from '../history/share.ts'
import { hereDaysAgo } from '../history/sign-ins.ts'
import { staff } from '../staff.ts'

/** What people had shown to them and took along, in an ordinary week: values shown, files, rows a file. */
const habits = [
  { account: 'cs', reveals: 23, exports: 0, rowsEach: 0 },
  { account: 'reviewer', reveals: 41, exports: 0, rowsEach: 0 },
  { account: 'ops', reveals: 0, exports: 2, rowsEach: 430 },
  { account: 'manager', reveals: 6, exports: 1, rowsEach: 1_250 },
] as const
const daysTold = 7
const [from, to] = [9 * 60, 18 * 60]
const reasons = ['Called back', 'Number has changed', 'Compares with the document', 'Asked by the customer'] as const

/** How much of it each of them did so many days ago. */
export const usedOn = (back: number) =>
  habits.map(({ account, reveals, exports, rowsEach }, i) => ({
    account,
    reveals: reveals === 0 ? 0 : reveals + ((back * (i + 3)) % 9),
    exports,
    exportedRows: exports * (rowsEach + back * 17),
  }))
/** The days of the week before, the latest first. */
export const daysUsed = (context: SeedContext): readonly (readonly [back: number, date: LocalDate])[] =>
  Array.from({ length: daysTold }, (_, i) => [i + 1, context.after(context.today, -(i + 1))])

/** Why orders are paid out by hand, and since how many hours: the one parameter that a demo has set. */
export const manualSince = { reason: 'Somebody looks at every payout', hoursAgo: 9 * 24 } as const

const ordersFile = { ...loans.orders.export!, id: `${loans.orders.id}.export` } // a list that has one

const member = (account: string) => staff.find((one) => one.account === account)! // one of the shown accounts

/** What the log tells beside the book: personal data that was shown and taken along, who was here, and a parameter that was set. */
export async function logEntries(db: Db, context: SeedContext): Promise<readonly AuditEntry[]> {
  const known = await rowsOf<{ id: string }>(db, sql`select id from customers order by id desc limit 200`)
  const random = new Random('administration')
  const log = new AuditWriter(whole, Number.POSITIVE_INFINITY)
  const moment = (date: LocalDate) => context.at(date, random.int(from, to))
  const tell = (
    account: string,
    deed: Pick<Parameters<AuditWriter['record']>[0], 'endpoint' | 'at' | 'objectId' | 'input'>,
  ) => log.record({ ...deed, who: member(account), requestId: requestIdFrom(random) }, random)
  for (const [back, date] of daysUsed(context)) {
    for (const { account, reveals, exports, exportedRows } of usedOn(back)) {
      for (let i = 0; i < reveals && known.length > 0; i++) {
        const { id } = known[random.int(0, known.length - 1)]!
        const input = { id, field: 'phone', reason: reasons[random.int(0, reasons.length - 1)] }
        tell(account, { endpoint: customers.reveal, at: moment(date), objectId: id, input })
      }
      for (let i = 0; i < exports; i++) {
        const input = { format: 'xlsx', rows: exportedRows / exports }
        tell(account, { endpoint: ordersFile, at: moment(date), objectId: null, input })
      }
    }
  }
  for (const who of staff) {
    const at = moment(context.after(context.today, -hereDaysAgo(who)))
    tell(who.account, { endpoint: session.signIn, at, objectId: who.account, input: { username: who.account } })
  }
  const set = { value: 'yes', remark: manualSince.reason }
  log.record(
    {
      ...{ endpoint: parameters.edit, who: member('ops'), at: later(context.now, -manualSince.hoursAgo * 60) },
      ...{ requestId: requestIdFrom(random), objectId: 'disburse.manual', input: set, after: set },
      before: { value: 'no', remark: '' },
    },
    random,
  )
  return log.entries
}
