import { z } from 'zod'
import { Preview } from './batches.ts'
import { api, change, subject, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { Id, Instant, Money, Ref, Version, Worded } from './kernel/values.ts'

/** A request is decided once, by somebody else than who filed it; they may withdraw it, and nobody waits for ever. */
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

/** A run that somebody may prepare and somebody else has to release: the rows are frozen as they were reviewed. */
export const Approval = z.object({
  id: Id('approval'),
  version: Version,
  state: approvalFlow.State,
  /** The id of the command that would run. */
  command: Worded(),
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
export const approval = subject('approvals', Approval)

const textMax = 500
const Text = z.string().trim().max(textMax)

/** Runs that need a second person. */
export const approvals = api('approvals', {
  list: list('GET /approvals', {
    may: 'approvals',
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
    may: 'anyone',
    input: z.object({ id: Id('batch'), reason: Text.optional() }),
    output: Approval,
    faults: ['not_found', 'preview_used', 'preview_expired', 'needs_no_approval', 'request_open', 'nothing_eligible'],
  }),

  /** What the run would do now if the caller released it: the same rows, rehearsed again with the caller's rights. */
  preview: write('POST /approvals/preview', {
    may: 'approvals.approve',
    input: z.object({ id: Id('approval') }),
    output: Preview,
    faults: ['not_found', 'request_over'],
  }),

  /** Releases the run: it goes on as whoever released it, and every row is checked again. */
  approve: change('POST /approvals/approve', {
    subject: approval,
    may: 'approvals.approve',
    risk: 'money',
    ask: { note: Text.optional() },
    when: approvalFlow.can('approve'),
    sum: 'amount',
    touches: ['batches', 'loans'],
    faults: ['own_request', 'request_over', 'too_many_rows', 'step_up_needed'],
  }),

  reject: change('POST /approvals/reject', {
    subject: approval,
    may: 'approvals.approve',
    ask: { note: Text.min(1) },
    when: approvalFlow.can('reject'),
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /approvals/withdraw', {
    subject: approval,
    may: 'approvals',
    when: approvalFlow.can('withdraw'),
    faults: ['not_own_request'],
  }),
})
