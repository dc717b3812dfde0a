import { collectionActivities } from '#contract/collection-activities.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Agency report: what came of the cases that each agency has had, beside all of them; by stage and by month as well. */
export default reportPage(collectionActivities.agencies, collectionActivities.list, {
  page: 'agencyReport',
  opens: 'collectionActivities',
  query: 'at:-30d',
  begins: { by: 'agency', grain: 'month' },
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
