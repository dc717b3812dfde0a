import { acquisition } from '#contract/acquisition.ts'
import { customers } from '#contract/customers.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Acquisition trend: who registered on each day, and what came of them. */
export default reportPage(acquisition.trend, customers.list, {
  page: 'acquisitionTrend',
  opens: 'customers',
  query: 'registeredAt:-90d',
  views: {
    people: ['registered', 'verified', 'applicants', 'borrowers'],
    share: ['registered', 'verifiedShare', 'borrowerShare', 'returning'],
  },
})
