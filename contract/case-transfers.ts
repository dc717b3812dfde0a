import { z } from 'zod'
import { Batch } from './batches.ts'
import { collectorFaults, OtherCollectors, TransferKind, TransferReason } from './cases.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { idsMax } from './kernel/selection.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Masked, PersonName, ReasonText, Ref, Version } from './kernel/values.ts'

/** A transfer can be taken back on its day, as long as nobody has touched the case since. */
const caseTransferFlow = machine(
  'caseTransfers.state',
  { fresh: { undo: 'undone' }, settled: {}, undone: {} },
  { fresh: 'info', settled: 'good', undone: 'muted' },
)

/** One case that went from one collector to another, or back to where cases wait. */
export const CaseTransfer = z.object({
  id: Id('caseTransfer'),
  version: Version,
  state: caseTransferFlow.State,
  caseId: Id('case'),
  /** Of an order that was due that day, or of one past due. */
  caseKind: Choice('caseTransfers.caseKind', ['reminder', 'overdue']),
  loanId: Id('loan'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  stage: Ref('stage'),
  fromCollector: Ref('staff').nullable(),
  fromGroup: Ref('unit').nullable(),
  fromAgency: Ref('unit').nullable(),
  /** Nobody: it was recalled, to be allocated. */
  toCollector: Ref('staff').nullable(),
  toGroup: Ref('unit').nullable(),
  toAgency: Ref('unit').nullable(),
  kind: TransferKind,
  /** How many cases were to be transferred together. */
  count: z.int(),
  reason: ReasonText().nullable(),
  operator: Ref('staff'),
  at: Instant,
  /** The run that it was one row of. */
  runId: Id('batch').nullable(),
  undoneBy: Ref('staff').nullable(),
  undoneAt: Instant.nullable(),
})
export type CaseTransfer = z.output<typeof CaseTransfer>
export const caseTransfer = subject('caseTransfers', CaseTransfer, { prefix: 'TR', opens: 'caseTransfers' })

/** Cases that went from one collector to another. */
export const caseTransfers = api('caseTransfers', {
  list: list('GET /case-transfers', {
    requires: 'caseTransfers',
    row: CaseTransfer,
    subject: caseTransfer,
    filter: [
      ...(['id', 'state', 'caseId', 'caseKind', 'loanId', 'name', 'phone', 'stage', 'fromCollector'] as const),
      ...(['fromGroup', 'fromAgency', 'toCollector', 'toGroup', 'toAgency', 'kind', 'count', 'reason'] as const),
      ...(['operator', 'at', 'runId', 'undoneAt'] as const),
    ],
    sort: ['at', 'count', 'undoneAt', 'name', 'fromCollector', 'toCollector', 'state'],
    search: ['id', 'caseId', 'loanId', 'name', 'phone', 'runId'],
    order: '-at',
    created: 'at',
    export: 'GET /export/case-transfers',
  }),

  /**
   * Gives the oldest cases of one collector to another, or to several in turn, as a run of `cases.transfer`: so many of
   * those whose stage one of them has, or all. How many has to be said in any case, so that nobody moves more than they
   * think.
   */
  move: write('POST /case-transfers/move', {
    requires: 'caseTransfers.assign',
    rehearsable: true,
    input: z.object({
      kind: Choice('cases.transferKind', ['count', 'all']),
      from: Id('collector'),
      to: Id('collector'),
      others: OtherCollectors.optional(),
      /** Cases of collection or of marketing. Marketing has none yet: to transfer some of them is refused with that reason. */
      caseType: Choice('caseTransfers.caseType', ['collection', 'marketing']),
      /** Of whom: of those who borrow for the first time, of those who have borrowed before, or of both. */
      clients: Choice('caseTransfers.clients', ['both', 'new', 'old']),
      count: z.int().min(1).max(idsMax),
      reason: TransferReason.optional(),
    }),
    output: Batch,
    touches: ['cases', 'batches'],
    faults: [...collectorFaults, 'no_marketing_cases', 'fewer_cases', 'other_count'],
  }),

  /** Gives a case back to whoever had it. */
  undo: change('POST /case-transfers/undo', {
    subject: caseTransfer,
    requires: 'caseTransfers.assign',
    when: caseTransferFlow.can('undo'),
    touches: ['cases'],
    faults: ['case_touched', 'unknown_collector', 'lacks_stage'],
  }),
})
