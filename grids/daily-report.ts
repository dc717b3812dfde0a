import { businessEvents } from '#contract/business-events.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Daily operations overview: what each day brought. */
export default reportPage(businessEvents.daily, businessEvents.list, {
  page: 'overview',
  opens: 'businessEvents',
  query: 'at:-30d',
  views: {
    day: [
      ...(['registered', 'applications', 'approved', 'disbursed', 'lent', 'due', 'amountDue', 'onTime'] as const),
      ...(['missed', 'received', 'recovered'] as const),
    ],
    intake: [
      ...(['registered', 'verified', 'applications', 'firstLoans', 'machinePassed', 'machineFailed'] as const),
      ...(['toReview', 'manualPassed', 'approved', 'disbursed'] as const),
    ],
    money: [
      ...(['disbursed', 'lent', 'paidOut', 'amountDue', 'onTimeAmount', 'missed', 'overdue', 'received'] as const),
      ...(['recovered', 'extensions', 'extensionFees', 'reductions'] as const),
    ],
  },
})
