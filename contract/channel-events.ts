import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { report } from './kernel/report.ts'
import { Choice, Id, Instant, LocalDate, Money, PersonName, Ref } from './kernel/values.ts'

/** What a channel costs and brings: spend, then what its customers do, and what is earned by their loans. */
export const channelEventKinds = [
  ...(['spend', 'registered', 'verified', 'applied', 'approved', 'disbursed', 'due', 'earned'] as const),
] as const

/** Days after the due date at whose end it is told what was unpaid of a first loan. Source: specification, section 5. */
export const firstDueLags = [0, 3, 10] as const
export type FirstDueLag = (typeof firstDueLags)[number]

/**
 * Channel event: spend of a campaign, or something that a customer did whom a channel has brought. It belongs to the day of
 * the spend, or to that on which the customer registered (a cohort): what a day cost stands beside what came of it.
 */
export const ChannelEvent = z.object({
  id: Id('channelEvent'),
  kind: Choice('channelEvents.kind', [...channelEventKinds], {
    ...{ spend: 'warn', registered: 'info', verified: 'info', applied: 'info', approved: 'info', disbursed: 'info' },
    ...{ due: 'warn', earned: 'good' },
  }),
  /** When its customer registered; of spend noon of its day, by UTC. */
  cohortAt: Instant,
  /** When it happened; of spend and of instalments noon of their day, by UTC. */
  at: Instant,
  campaign: z.string().nullable(),
  media: z.string().nullable(),
  channel: z.string(),
  app: Ref('app'),
  customerId: Id('customer').nullable(),
  name: PersonName.nullable(),
  loanId: Id('loan').nullable(),
  /** What was spent, applied for, lent, fell due, or was earned. */
  amount: Money.nullable(),
  /** What it adds to the return of its day: what was earned; what was spent, less than nothing. */
  result: Money.nullable(),
  impressions: z.int().nullable(),
  clicks: z.int().nullable(),
  installs: z.int().nullable(),
  /** What of an instalment of a first loan was unpaid at the end of that day; none before it. */
  unpaidT0: Money.nullable(),
  unpaidT3: Money.nullable(),
  unpaidT10: Money.nullable(),
  /** Since when it stands among them. */
  knownFrom: LocalDate,
})
export type ChannelEvent = z.output<typeof ChannelEvent>

const [spend, registered, disbursed] = ['kind:spend', 'kind:registered', 'kind:disbursed'] as const
/** What advertising cost is for whoever may see the spend itself. */
const ofSpend = { where: spend, entered: true, requires: 'adSpend' } as const
const cost = { ...ofSpend, sum: 'amount' } as const
const firstOverdue = (lag: FirstDueLag) =>
  ({ where: `kind:due unpaidT${lag}>0`, per: { where: `kind:due has:unpaidT${lag}` }, tone: 'bad' }) as const

const told = { of: 'channelEvents.list', row: ChannelEvent } as const
/** What advertising cost, and what the media say it brought. */
const delivered = {
  spend: cost,
  impressions: { ...ofSpend, sum: 'impressions' },
  clicks: { ...ofSpend, sum: 'clicks' },
  installs: { ...ofSpend, sum: 'installs' },
} as const

/** What channels and campaigns cost, and what comes of whom they bring. */
export const channelEvents = api('channelEvents', {
  list: list('GET /channel-events', {
    requires: 'channelEvents',
    row: ChannelEvent,
    filter: [
      ...([
        'kind',
        'cohortAt',
        'campaign',
        'media',
        'channel',
        'app',
        'customerId',
        'name',
        'loanId',
        'amount',
      ] as const),
      ...(['result', 'impressions', 'clicks', 'installs', 'unpaidT0', 'unpaidT3', 'unpaidT10'] as const),
    ],
    sort: ['cohortAt', 'name'],
    search: ['campaign', 'customerId', 'loanId', 'name'],
    order: '-cohortAt',
    created: 'knownFrom',
    sums: ['amount', 'result', 'impressions', 'clicks', 'installs', 'unpaidT0', 'unpaidT3', 'unpaidT10'],
    follows: ['adSpend'],
    export: 'GET /export/channel-events',
  }),

  /** Delivery of campaigns: what each cost on each day, what came of it, and what one of each cost. */
  delivery: report('GET /reports/delivery', {
    requires: 'deliveryReport',
    ...told,
    by: ['cohortAt', 'campaign', 'media', 'channel', 'app'],
    where: 'has:campaign',
    export: 'GET /export/campaign-report',
    measures: {
      ...delivered,
      registered: { where: registered },
      loans: { where: disbursed },
      perClick: { ...cost, per: { where: spend, sum: 'clicks' } },
      perInstall: { ...cost, per: { where: spend, sum: 'installs' } },
      perRegistration: { ...cost, per: { where: registered } },
      perLoan: { ...cost, per: { where: disbursed } },
    },
  }),

  /** Channel statistics: what each day's spend and registrations of a channel have led to. */
  statistics: report('GET /reports/channels', {
    requires: 'channelReport',
    ...told,
    by: ['cohortAt', 'channel', 'app', 'campaign', 'media'],
    measures: {
      ...delivered,
      registered: { where: registered },
      verified: { where: 'kind:verified', per: { where: registered }, tone: 'good' },
      applications: { where: 'kind:applied' },
      approved: { where: 'kind:approved', per: { where: 'kind:applied' }, tone: 'good' },
      loans: { where: disbursed },
      lent: { where: disbursed, sum: 'amount' },
      perRegistration: { ...cost, per: { where: registered } },
      perLoan: { ...cost, per: { where: disbursed } },
      overdueT0: firstOverdue(0),
      overdueT3: firstOverdue(3),
      overdueT10: firstOverdue(10),
      earned: { where: 'kind:earned', sum: 'amount' },
      returned: { where: 'kind:spend,earned', sum: 'result', per: cost, requires: 'adSpend' },
    },
  }),
})
