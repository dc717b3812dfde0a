import { and, eq } from 'drizzle-orm'
import { dueDaysUntilNextContact } from '#contract/kernel/contact-hours.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { type Books, openBooks } from '#server/modules/plans/steps/books.ts'
import { promiseRows } from '#server/modules/promises/store.ts'
import type { MessageContext, MessageDraft } from './write-message.ts'

type Reminding = Pick<MessageContext, 'tx' | 'app' | 'now'>

/** What is left to be paid of what was promised for a day. */
interface DuePromise {
  readonly leftMinor: number
  readonly promisedFor: LocalDate
}

/**
 * What to remind of today: what was promised for today, or else what is past due and due today together, else what falls
 * due next. None: nothing is owed.
 */
function reminderOf(
  { asked, day, promised }: Pick<Books, 'asked' | 'day'> & { readonly promised: DuePromise | null },
  loan: Pick<StoredLoan, 'currency'>,
) {
  const owing = asked.filter((plan) => repayable([plan]) > 0)
  const [first] = owing
  if (!first) return null
  if (promised) {
    const amount = ofMinor(Math.min(promised.leftMinor, repayable(owing)), loan.currency)
    return {
      template: 'promiseDue',
      values: { amount, date: promised.promisedFor },
      planId: null,
    } as const satisfies MessageDraft
  }
  const due = owing.filter(({ dueDate }) => dueDate <= day)
  const amount = ofMinor(repayable(due.length > 0 ? due : [first]), loan.currency)
  const template = first.dueDate < day ? 'overdue' : first.dueDate === day ? 'dueToday' : 'dueSoon'
  return { template, values: { amount, date: first.dueDate }, planId: first.id } as const satisfies MessageDraft
}

/** What the customer has promised to pay of an order until customers are written to again; null: nothing. */
async function promisedNow(loanId: IdOf<'loan'>, { tx, app, now }: Reminding): Promise<DuePromise | null> {
  const isOpen = and(eq(promiseRows.loanId, loanId), eq(promiseRows.state, 'open'))
  const open = await tx.select().from(promiseRows).where(isOpen).orderBy(promiseRows.promisedFor)
  if (open.length === 0) return null // as of most orders
  const days = dueDaysUntilNextContact(today(app.clock, now), app.clock.country, await app.quietDays(tx))
  const found = open.filter(({ promisedFor }) => days.includes(promisedFor))
  const [first] = found
  if (!first) return null
  const leftMinor = found.reduce((sum, one) => sum + one.amountMinor - one.paidMinor, 0)
  return { leftMinor, promisedFor: first.promisedFor }
}

/** What an order, or one of its plans, is to be reminded of as it stands now; null: nothing is owed. */
export async function currentReminder(loan: StoredLoan, planId: IdOf<'plan'> | null, reminding: Reminding) {
  const { asked, day } = await openBooks(reminding.tx, loan, reminding.app)
  const about = planId ? asked.filter(({ id }) => id === planId) : asked
  const promised = planId ? null : await promisedNow(loan.id, reminding)
  const reminder = reminderOf({ asked: about, day, promised }, loan)
  return reminder && { ...reminder, reminds: day }
}
