import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Money, Ref, Version } from './kernel/values.ts'

const [nameMax, countMax] = [80, 1_000_000_000]
/** Attribution: the words that a link to the app carries, `utm_campaign` and `utm_source`, as customers are registered with them. */
export const Attribution = z.string().trim().min(1).max(nameMax)
const Count = z.int().min(0).max(countMax)

/** Ad spend: what advertising of one campaign cost on one day, and what the medium says it brought. */
export const AdSpend = z.object({
  id: Id('adSpend'),
  version: Version,
  /** A business day. */
  day: LocalDate,
  campaign: z.string(),
  /** Where it was shown: `google`, `meta`. */
  media: z.string(),
  channel: z.string(),
  app: Ref('app'),
  spend: Money,
  impressions: z.int(),
  clicks: z.int(),
  installs: z.int(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type AdSpend = z.output<typeof AdSpend>
/** Subject: the spend of a campaign on a day. */
export const adSpendDay = subject('adSpend', AdSpend, { prefix: 'SP', opens: 'adSpend' })

const figures = { spend: Money, impressions: Count, clicks: Count, installs: Count } as const
const fields = {
  day: LocalDate,
  campaign: Attribution,
  media: Attribution,
  channel: Attribution,
  app: Id('app'),
  ...figures,
} as const
/** Spend as it is entered. */
export const NewAdSpend = z.object(fields)
export type NewAdSpend = z.output<typeof NewAdSpend>

const spendFaults = [
  'campaign_day_known',
  'paid_in_future',
  'unknown_app',
  'wrong_currency',
  'negative_amount',
] as const

/** What a sheet of spend does, or would do. */
export const TakenSpend = z.object({
  added: z.int(),
  changed: z.int(),
  /** Known already, with the same figures. */
  same: z.int(),
  /** What all of its lines come to. */
  spend: Money,
})
export type TakenSpend = z.output<typeof TakenSpend>

/** What advertising costs, campaign by campaign and day by day: a campaign has one row for a day, never two. */
export const adSpend = api('adSpend', {
  list: list('GET /ad-spend', {
    requires: 'adSpend',
    row: AdSpend,
    subject: adSpendDay,
    filter: [
      ...(['id', 'day', 'campaign', 'media', 'channel', 'app', 'spend', 'impressions', 'clicks', 'installs'] as const),
      ...(['changedBy', 'createdAt'] as const),
    ],
    sort: ['day', 'campaign', 'spend'],
    search: ['campaign', 'media'],
    order: '-day',
    created: 'createdAt',
    sums: ['spend', 'impressions', 'clicks', 'installs'],
    export: 'GET /export/ad-spend',
  }),

  add: write('POST /ad-spend', {
    requires: 'adSpend.add',
    input: NewAdSpend,
    output: z.object({ id: Id('adSpend') }),
    faults: spendFaults,
    touches: ['channelEvents'],
  }),

  edit: change('POST /ad-spend/edit', {
    subject: adSpendDay,
    requires: 'adSpend.edit',
    args: fields,
    faults: spendFaults,
    touches: ['channelEvents'],
  }),

  remove: change('POST /ad-spend/remove', {
    subject: adSpendDay,
    requires: 'adSpend.remove',
    touches: ['channelEvents'],
  }),

  /** The sheet for many at once, … */
  template: {
    ...read('GET /ad-spend/template', { requires: 'adSpend.batch', input: z.object({}), output: z.null() }),
    file: true as const,
  },
  /** … or the sheet of a medium, whose columns are known by their headings: all of its lines, or none. */
  importSheet: {
    ...write('POST /ad-spend/sheet', {
      requires: 'adSpend.batch',
      input: z.object({}),
      output: TakenSpend,
      rehearsable: true,
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
        ...(['template_rows', 'template_quote'] as const),
      ],
      touches: ['channelEvents'],
    }),
    files: ['file'],
  },
})
