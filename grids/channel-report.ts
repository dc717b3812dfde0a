import { channelEvents } from '#contract/channel-events.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Channel statistics: what each day's spend and registrations have led to. */
export default reportPage(channelEvents.statistics, channelEvents.list, {
  page: 'channelReport',
  opens: 'channelEvents',
  query: 'cohortAt:-30d',
  begins: { by: 'channel', grain: 'day' },
  views: {
    channel: [
      ...(['spend', 'registered', 'verified', 'applications', 'approved', 'loans', 'lent'] as const),
      ...(['perLoan', 'overdueT0', 'overdueT3', 'overdueT10', 'returned'] as const),
    ],
    intake: [
      ...([
        'spend',
        'impressions',
        'clicks',
        'installs',
        'registered',
        'verified',
        'applications',
        'approved',
        'loans',
        'lent',
      ] as const),
    ],
    return: [
      'spend',
      'perRegistration',
      'perLoan',
      'lent',
      'overdueT0',
      'overdueT3',
      'overdueT10',
      'earned',
      'returned',
    ],
  },
})
