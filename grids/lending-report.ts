import { loans } from '#contract/loans/calls.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Lending trend: what was paid out each day. */
export default reportPage(loans.lending, loans.applications, {
  page: 'lendingTrend',
  opens: 'applications',
  query: 'disbursedAt:-90d',
  views: {
    lending: ['loans', 'lent', 'received', 'average', 'charges', 'firstLoans', 'firstLent', 'failedOnce'],
    fate: ['loans', 'lent', 'repaid', 'overdue', 'lost'],
  },
})
