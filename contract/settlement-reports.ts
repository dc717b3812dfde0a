import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Money, Ref, Version } from './kernel/values.ts'

/** Settlement report: the file in which a gateway tells what it has settled of one business day, or of several. */
export const SettlementReport = z.object({
  id: Id('settlementReport'),
  version: Version,
  config: Ref('providerConfig'),
  kind: Choice('settlementItems.kind', ['collection', 'payout']),
  file: z.string(),
  /** The business days that it tells everything of: what our books have of them, it should name. */
  fromDay: LocalDate,
  toDay: LocalDate,
  lineCount: z.int(),
  matchedCount: z.int(),
  /** How many of its lines are left: nobody has explained them. */
  leftCount: z.int(),
  amount: Money,
  fee: Money,
  gst: Money,
  net: Money,
  readBy: Ref('staff').nullable(),
  createdAt: Instant,
})
export type SettlementReport = z.output<typeof SettlementReport>
/** Subject: a settlement report. */
export const settlementReport = subject('settlementReports', SettlementReport, {
  prefix: 'SR',
  opens: 'settlementReports',
})

/** What a settlement report comes to, or would come to. */
export const TakenReport = z.object({
  lines: z.int(),
  amount: Money,
  fee: Money,
  gst: Money,
  net: Money,
  /** Lines by what they were found to be. */
  matched: z.int(),
  amountDiffers: z.int(),
  stateDiffers: z.int(),
  unknown: z.int(),
  duplicate: z.int(),
  /** Lines that tell of the transfer of the settlement itself: left out, since it is no transaction. */
  transfers: z.int(),
  /** Documents of its days that it does not name, … */
  missing: z.int(),
  /** … and what was left before and is not any more. */
  closed: z.int(),
})
export type TakenReport = z.output<typeof TakenReport>

const amounts = ['amount', 'fee', 'gst', 'net'] as const

/** What gateways tell of what they have settled, file by file. */
export const settlementReports = api('settlementReports', {
  list: list('GET /settlement-reports', {
    requires: 'settlementReports',
    row: SettlementReport,
    subject: settlementReport,
    filter: [
      ...(['id', 'config', 'kind', 'file', 'fromDay', 'toDay', 'lineCount', 'matchedCount', 'leftCount'] as const),
      ...amounts,
      ...(['readBy', 'createdAt'] as const),
    ],
    sort: ['fromDay', 'toDay', 'createdAt'],
    search: ['id', 'file'],
    order: '-toDay',
    created: 'createdAt',
    sums: ['lineCount', 'matchedCount', 'leftCount', ...amounts],
    export: 'GET /export/settlement-reports',
    follows: ['settlementItems'],
  }),

  /** The gateways that files are of, and the last day that one tells of. */
  gateways: read('GET /settlement-reports/gateways', {
    requires: 'settlementReports.batch',
    input: z.object({}),
    output: z.object({
      gateways: z.array(z.object({ config: Ref('providerConfig'), lastDay: LocalDate.nullable() })),
    }),
  }),

  /** The blank sheet, … */
  template: {
    ...read('GET /settlement-reports/template', {
      requires: 'settlementReports.batch',
      input: z.object({}),
      output: z.null(),
    }),
    file: true as const,
  },
  /** … or the file of a gateway, whose columns are known by their headings: all of its lines, or none. */
  importFile: {
    ...write('POST /settlement-reports', {
      requires: 'settlementReports.batch',
      input: z.object({ configId: Id('providerConfig'), from: LocalDate, to: LocalDate }),
      output: TakenReport,
      rehearsable: true,
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
        ...(['template_rows', 'template_quote', 'unknown_config', 'no_money_config', 'period_reversed'] as const),
        ...(['period_too_long', 'paid_in_future', 'report_known', 'report_other_days', 'busy'] as const),
      ],
      touches: ['settlementItems'],
    }),
    files: ['file'],
  },
})
