import { collectionActivities } from '#contract/collection-activities.ts'
import { recoveries } from '#contract/recoveries.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Recovery trend: what came to collection, and what came in of it, on each day. */
export default reportPage(recoveries.trend, collectionActivities.list, {
  page: 'recoveryTrend',
  opens: 'collectionActivities',
  query: 'at:-30d',
  views: {
    trend: ['overdueIn', 'recovered', 'recoveryRate', 'cases', 'payments'],
    amounts: ['recovered', 'principal', 'average', 'extensions', 'letOff'],
  },
})
