import { recoveries } from '#contract/recoveries.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Recovery trend: what came in of overdue orders on each day. */
export default reportPage(recoveries.trend, recoveries.list, {
  page: 'recoveryTrend',
  opens: 'recoveries',
  query: 'paidAt:-30d',
  views: {
    amounts: ['payments', 'recovered', 'principal', 'penalty', 'extension', 'commissions'],
    quality: ['payments', 'recovered', 'average', 'letOff', 'disputed', 'bounced'],
  },
})
