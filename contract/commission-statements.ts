import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, LocalDate, Money, Month, Rate, Ref, TextKey, Version } from './kernel/values.ts'
import { RecoveryEntry } from './recoveries.ts'

/**
 * Four-eyes: a statement is confirmed by one person and closed by another, who may send it back instead. Once it is closed
 * nothing of it changes.
 */
export const commissionStatementFlow = machine(
  'commissionStatements.state',
  {
    drawn: { confirm: 'confirmed' },
    confirmed: { close: 'closed', sendBack: 'drawn' },
    closed: {},
  },
  { drawn: 'warn', confirmed: 'info', closed: 'good' },
)

/** What an amount in dispute is told as: beside the total, which it is in. Of a closed statement, as it was closed. */
const inDispute = {
  /** What of the amount somebody else is said to have recovered, and nobody has decided. */
  disputed: Money,
  /** The commission on it. */
  disputedCommission: Money,
}

/** Commission statement: what was booked in a month of what an agency has recovered, and what it gets of it. */
export const CommissionStatement = z.object({
  id: Id('commissionStatement'),
  version: Version,
  state: commissionStatementFlow.State,
  agency: Ref('unit'),
  month: Month,
  /** How many recoveries it has; what takes one back is one. */
  entries: z.int(),
  /** What came in, less what was taken back. */
  recovered: Money,
  commission: Money,
  /** What of the commission belongs to months before. */
  earlier: Money,
  ...inDispute,
  drawnAt: Instant,
  confirmedBy: Ref('staff').nullable(),
  confirmedAt: Instant.nullable(),
  closedBy: Ref('staff').nullable(),
  closedAt: Instant.nullable(),
  /** Why it was sent back last. */
  note: TextKey('approvals.ended').nullable(),
})
export type CommissionStatement = z.output<typeof CommissionStatement>
/** Subject: a commission statement. */
export const commissionStatement = subject('commissionStatements', CommissionStatement, {
  ...{ prefix: 'CM', opens: 'commissionStatements' },
  findBy: ['id'],
})

/** Line of a commission statement: its recoveries of one stage, one rate, one month and one kind of entry. */
export const CommissionLine = z.object({
  id: Id('commissionLine'),
  statementId: Id('commissionStatement'),
  state: commissionStatementFlow.State,
  agency: Ref('unit'),
  /** That of the statement. */
  month: Month,
  /** The month that they belong to: that of their value time. */
  paidMonth: Month,
  /** They belong to a month before that of the statement. */
  isEarlier: z.boolean(),
  entry: RecoveryEntry,
  stage: Ref('stage'),
  /** As it was at the value time. None: nothing was agreed. */
  rate: Rate.nullable(),
  entries: z.int(),
  recovered: Money,
  commission: Money,
  ...inDispute,
  drawnAt: Instant,
})
export type CommissionLine = z.output<typeof CommissionLine>

const noteMax = 500
const Note = z.string().trim().min(1).max(noteMax)
const one = { subject: commissionStatement, sum: 'commission', touches: ['approvals', 'recoveries'] } as const

/** What agencies get of what they have recovered, month by month. */
export const commissionStatements = api('commissionStatements', {
  list: list('GET /commission-statements', {
    requires: 'commissionStatements',
    row: CommissionStatement,
    subject: commissionStatement,
    filter: [
      ...(['id', 'state', 'agency', 'month', 'entries', 'recovered', 'commission', 'earlier', 'disputed'] as const),
      ...(['disputedCommission', 'drawnAt', 'confirmedBy', 'confirmedAt', 'closedBy', 'closedAt', 'note'] as const),
    ],
    sort: ['month', 'agency', 'state', 'entries', 'recovered', 'commission', 'drawnAt', 'closedAt'],
    search: ['id', 'agency'],
    order: '-month',
    created: 'drawnAt',
    sums: ['recovered', 'commission', 'earlier', 'disputed', 'disputedCommission'],
    export: 'GET /export/commission-statements',
    follows: ['recoveries'],
  }),

  /** By stage, rate and the month that recoveries belong to. Each line opens its recoveries. */
  lines: list('GET /commission-statements/lines', {
    requires: 'commissionLines',
    row: CommissionLine,
    filter: [
      ...(['id', 'statementId', 'state', 'agency', 'month', 'paidMonth', 'isEarlier', 'entry', 'stage'] as const),
      ...(['rate', 'entries', 'recovered', 'commission', 'disputed', 'disputedCommission'] as const),
    ],
    sort: ['id', 'state', 'month', 'agency', 'paidMonth', 'stage', 'rate', 'entries', 'recovered', 'commission'],
    search: ['id', 'statementId', 'agency'],
    order: '-month',
    created: 'drawnAt',
    sums: ['recovered', 'commission', 'disputed', 'disputedCommission'],
    export: 'GET /export/commission-lines',
    follows: ['commissionStatements', 'recoveries'],
  }),

  /** One with its lines, on paper. */
  paper: {
    ...read('GET /commission-statements/{id}/paper', {
      requires: 'commissionStatements.export',
      input: z.object({ id: Id('commissionStatement') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /**
   * Draws up the statements of a month that is over, of all agencies within reach, as every night. Those of months before
   * that are missing come first: nothing is left out.
   */
  draw: write('POST /commission-statements', {
    requires: 'commissionStatements.add',
    input: z.object({
      /** Any day of the month. */
      month: LocalDate,
    }),
    output: z.object({ drawn: z.int() }),
    faults: ['month_not_over', 'nothing_to_draw'],
    touches: ['recoveries'],
  }),

  /** Says that it is right: the first of two. */
  confirm: change('POST /commission-statements/confirm', {
    ...one,
    requires: 'commissionStatements.request',
    when: commissionStatementFlow.can('confirm'),
  }),

  /** Says that it is right as well, and closes it. What comes later stands in the next. */
  close: change('POST /commission-statements/close', {
    ...one,
    requires: 'commissionStatements.approve',
    risk: 'irreversible',
    when: commissionStatementFlow.can('close'),
    faults: ['own_request'],
  }),

  /** Says what is wrong with it: it has to be confirmed anew. */
  sendBack: change('POST /commission-statements/back', {
    ...one,
    requires: 'commissionStatements.approve',
    args: { note: Note },
    when: commissionStatementFlow.can('sendBack'),
  }),
})
