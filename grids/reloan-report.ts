import { loans } from '#contract/loans/calls.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Reloan report: who borrows again once they have repaid, and how soon. */
export default reportPage(loans.reloans, loans.orders, {
  page: 'reloanReport',
  opens: 'orders',
  query: 'closedAt:-180d',
  views: {
    reloans: ['settled', 'within7', 'within30', 'within60', 'within90', 'reloaned'],
    repaid: ['settled', 'settledAmount', 'settledAverage', 'penalised', 'penalties', 'reloaned'],
  },
})
