import { z } from 'zod'
import { Rehearsal } from './batches.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { listPath, subject } from './kernel/subject.ts'
import { Id, Instant, Money, ReasonText, Ref, TextKey, Version } from './kernel/values.ts'
import type { PageId } from './menu.ts'

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

/**
 * What one person prepares and another releases: a batch, the rows of which are frozen as they were reviewed, a single
 * call, or a request of another noun that waits on its own page.
 */
export const Approval = z.object({
  id: Id('approval'),
  version: Version,
  state: approvalFlow.State,
  /** The id of the command that would run. */
  command: TextKey(),
  /** The page that it is about; none of a batch that waits for its number of rows. */
  page: TextKey('menu').nullable(),
  /** Whether it is decided here; else on its page, by the rules of that. */
  decidedHere: z.boolean(),
  /** What it is about: a parameter, a role, an order; none of a batch. */
  objectId: TextKey('parameters.of').nullable(),
  /** Which fields a single call changes, in the reader's words: `Value: 5 → 7`. */
  changes: z.string(),
  /** How many rows it is for, how many of them would have run when it was filed, and what those come to. */
  count: z.int(),
  eligible: z.int(),
  amount: Money.nullable(),
  reason: ReasonText().nullable(),
  maker: Ref('staff'),
  requestedAt: Instant,
  /** From then on it can only be filed anew. */
  validUntil: Instant.nullable(),
  checker: Ref('staff').nullable(),
  decidedAt: Instant.nullable(),
  note: z.string().nullable(),
  batchId: Id('batch').nullable(),
})
export type Approval = z.output<typeof Approval>
/** Where a request is decided that waits on a page of its own. A product's parts are one there. */
export const decidingPath = ({ page, id }: Pick<Approval, 'page' | 'id'>): string =>
  listPath(page as PageId, `id:${id.split(':', 1)[0]}`) // the menu's own word
export const approval = subject('approvals', Approval, { prefix: 'AP', opens: 'approvals' })

const here = guard<Approval>(['decidedHere', 'page'], ({ decidedHere, page }) =>
  decidedHere ? ok : refused('decided_elsewhere', { page: { vocabulary: 'menu', value: page ?? '' } }),
)
const deciding = (verb: 'approve' | 'reject' | 'withdraw') => every(approvalFlow.can(verb), here)

const textMax = 500
const Text = z.string().trim().max(textMax)

/** Batches and calls that need four-eyes approval. */
export const approvals = api('approvals', {
  list: list('GET /approvals', {
    requires: 'approvals',
    row: Approval,
    subject: approval,
    filter: [
      ...([
        'id',
        'state',
        'command',
        'page',
        'decidedHere',
        'objectId',
        'count',
        'eligible',
        'amount',
        'reason',
        'maker',
      ] as const),
      ...(['requestedAt', 'validUntil', 'checker', 'decidedAt', 'note', 'batchId'] as const),
    ],
    sort: ['requestedAt', 'decidedAt', 'count', 'amount', 'state', 'maker'],
    search: ['id', 'command', 'objectId', 'reason'],
    order: '-requestedAt',
    created: 'requestedAt',
    sums: ['amount'],
    follows: [
      ...(['writeOffs', 'reductions', 'cardChanges', 'payments', 'products'] as const),
      ...(['qualityInspections', 'conductChecks', 'commissionStatements'] as const),
    ],
  }),

  /** Asks that a run which one has reviewed, and may not start alone, is released by somebody who may. */
  request: write('POST /approvals', {
    requires: 'anyone',
    input: z.object({ id: Id('batch'), reason: Text.optional() }),
    output: Approval,
    faults: ['not_found', 'preview_used', 'preview_expired', 'needs_no_approval', 'request_open', 'nothing_eligible'],
  }),

  /**
   * Asks that a call which was refused with `second_person_needed` is released as it is. It is rehearsed: what would be
   * refused for something else is refused now.
   */
  file: write('POST /approvals/calls', {
    requires: 'anyone',
    input: z.object({ call: z.string().max(80), input: z.record(z.string(), z.unknown()), reason: Text.optional() }),
    output: Approval,
    faults: ['unknown_command', 'needs_no_approval', 'request_open'],
    secrets: ['input'],
  }),

  /** What the run would do now if the caller released it: the same rows, rehearsed again with the caller's rights. */
  preview: write('POST /approvals/preview', {
    requires: 'approvals.approve',
    input: z.object({ id: Id('approval') }),
    output: Rehearsal,
    faults: ['not_found', 'request_over', 'maker_may_not'],
  }),

  /**
   * Releases a run, which goes on as whoever released it, every row checked again; or a call, which is made as whoever
   * asked for it, with the rights they have now.
   */
  approve: change('POST /approvals/approve', {
    subject: approval,
    requires: 'approvals.approve',
    risk: 'money',
    args: { note: Text.optional() },
    when: deciding('approve'),
    sum: 'amount',
    touches: ['batches', 'loans'],
    faults: ['own_request', 'request_over', 'too_many_rows', 'step_up_needed', 'maker_may_not'],
  }),

  reject: change('POST /approvals/reject', {
    subject: approval,
    requires: 'approvals.approve',
    args: { note: Text.min(1) },
    when: deciding('reject'),
    faults: ['own_request'],
  }),

  /** Takes one's own request back. */
  withdraw: change('POST /approvals/withdraw', {
    subject: approval,
    requires: 'approvals',
    when: deciding('withdraw'),
    faults: ['not_own_request'],
  }),
})
