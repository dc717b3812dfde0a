import { addDays, daysBetween } from '../kernel/calendar.ts'
import { Choice, type LocalDate } from '../kernel/values.ts'
import { noComponents, type Plan } from './balance.ts'
import type { Quote } from './quote.ts'

/** Repayment schedule of an order paid out on `valueDate`: one plan per period, due when it ends, nothing paid yet. */
export function schedule({ periods }: Pick<Quote, 'periods'>, valueDate: LocalDate): Plan[] {
  let dueDate = valueDate
  return periods.map(({ days, charges }, i) => {
    dueDate = addDays(dueDate, days)
    return {
      serial: i + 1,
      dueDate,
      charged: charges,
      paid: noComponents,
      reduced: noComponents,
      discounted: noComponents,
      lost: noComponents,
    }
  })
}

/** Days past due on `today`, a local business date; 0 up to and on the due date. */
export const overdueDays = (dueDate: LocalDate, today: LocalDate): number => Math.max(0, daysBetween(dueDate, today))

/** Derived status of a plan, as staff see it at a glance. */
export const PlanStatus = Choice(
  'plans.state',
  ['notDue', 'dueToday', 'overdue', 'paid', 'paidReduced', 'extended', 'writtenOff'],
  {
    notDue: 'info',
    dueToday: 'warn',
    overdue: 'bad',
    paid: 'good',
    paidReduced: 'good',
    extended: 'good',
    writtenOff: 'muted',
  },
)
