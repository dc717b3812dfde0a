import { collectionActivities } from '#contract/collection-activities.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Performance: what came of the cases that people, groups and agencies have had. */
export default reportPage(collectionActivities.performance, collectionActivities.list, {
  page: 'performance',
  opens: 'collectionActivities',
  query: 'at:-30d',
  views: {
    results: [
      ...(['held', 'principal', 'settled', 'recovered', 'recoveredPrincipal', 'kept', 'extensions'] as const),
      'reductions',
    ],
    contacts: ['held', 'firstHeld', 'attempts', 'answered', 'byCustomer', 'promises', 'spoken', 'refused'],
  },
})
