import { channelEvents } from '#contract/channel-events.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Delivery of campaigns: what each cost, what came of it, and what one of each cost. */
export default reportPage(channelEvents.delivery, channelEvents.list, {
  page: 'deliveryReport',
  opens: 'channelEvents',
  query: 'cohortAt:-30d',
  begins: { by: 'campaign', grain: 'day' },
  views: {
    all: [
      ...(['spend', 'impressions', 'clicks', 'installs', 'registered', 'loans'] as const),
      ...(['perClick', 'perInstall', 'perRegistration', 'perLoan'] as const),
    ],
    cost: ['spend', 'perClick', 'perInstall', 'perRegistration', 'perLoan'],
    reach: ['spend', 'impressions', 'clicks', 'installs', 'registered', 'loans'],
  },
})
