import { z } from 'zod'
import { Preview } from './batches.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Money, Ref, TextKey, Version } from './kernel/values.ts'

/**
 * Four-eyes approval (maker-checker): decided once, by somebody else than who filed it; they may withdraw it, and it
 * expires.
 */
export const approvalFlow = machine(
  'approvals.state',
  {
    pending: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn', lapse: 'lapsed' },
    approved: {},
    rejected: {},
    withdrawn: {},
    lapsed: {},
  },
  { pending: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'muted', lapsed: 'muted' },
)

/** A batch that one person prepares and another releases: the rows are frozen as they were reviewed. */
export const Approval = z.object({
  id: Id('approval'),
  version: Version,
  state: approvalFlow.State,
  /** The id of the command that would run. */
  command: TextKey(),
  /** How many rows it is for, how many of them would have run when it was filed, and what those come to. */
  count: z.int(),
  eligible: z.int(),
  amount: Money.nullable(),
  reason: z.string().nullable(),
  maker: Ref('staff'),
  requestedAt: Instant,
  /** From then on it can only be filed anew. */
  validUntil: Instant,
  checker: Ref('staff').nullable(),
  decidedAt: Instant.nullable(),
  note: z.string().nullable(),
  batchId: Id('batch'),
})
export type Approval = z.output<typeof Approval>
export const approval = subject('approvals', Approval, { prefix: 'AP', opens: 'approvals' })

const textMax = 500
const Text = z.string().trim().max(textMax)

/** Batches that need four-eyes approval. */
export const approvals = api('approvals', {
  list: list('GET /approvals', {
    requires: 'approvals',
    row: Approval,
    subject: approval,
    filter: [
      ...(['id', 'state', 'command', 'count', 'eligible', 'amount', 'reason', 'maker'] as const),
      ...(['requestedAt', 'validUntil', 'checker', 'decidedAt', 'note', 'batchId'] as const),
    ],
    sort: ['requestedAt', 'decidedAt', 'count', 'amount'],
    search: ['id', 'command', 'reason'],
    order: '-requestedAt',
    created: 'requestedAt',
  }),

  /** Asks that a run which one has reviewed, and may not start alone, is released by somebody who may. */
  request: write('POST /approvals', {
    requires: 'anyone',
    input: z.object({ id: Id('batch'), reason: Text.optional() }),
    output: Approval,
    faults: ['not_found', 'preview_used', 'preview_expired', 'needs_no_approval', 'request_open', 'nothing_eligible'],
  }),

  /** What the run would do now if the caller released it: the same rows, rehearsed again with the caller's rights. */
  preview: write('POST /approvals/preview', {
    requires: 'approvals.approve',
    input: z.object({ id: Id('approval') }),
    output: Preview,
    faults: ['not_found', 'request_over'],
  }),

  /** Releases the run: it goes on as whoever released it, and every row is checked again. */
  approve: change('POST /approvals/approve', {
    subject: approval,
    requires: 'approvals.approve',
    risk: 'money',
    args: { note: Text.optional() },
    when: approvalFlow.can('approve'),
    sum: 'amount',
    touches: ['batches', 'loans'],
    faults: ['own_request', 'request_over', 'too_many_rows', 'step_up_needed'],
  }),

  reject: change('POST /approvals/reject', {
    subject: approval,
    requires: 'approvals.approve',
    args: { note: Text.min(1) },
    when: approvalFlow.can('reject'),
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /approvals/withdraw', {
    subject: approval,
    requires: 'approvals',
    when: approvalFlow.can('withdraw'),
    faults: ['not_own_request'],
  }),
})
