import { collectionActivities } from '#contract/collection-activities.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Performance: what came of the cases that people, groups and agencies have had. */
export default reportPage(collectionActivities.performance, collectionActivities.list, {
  page: 'performance',
  opens: 'collectionActivities',
  query: 'at:-30d',
  views: {
    results: [
      ...(['held', 'principal', 'settledCases', 'settled', 'recovered', 'recoveredPrincipal', 'kept'] as const),
      ...(['extensions', 'reductions'] as const),
    ],
    contacts: [
      ...(['held', 'firstHeld', 'attempts', 'contacts', 'answered', 'byCustomer', 'promises', 'spoken'] as const),
      ...(['talk', 'averageTalk', 'refused'] as const),
    ],
  },
})
