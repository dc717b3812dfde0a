import { z } from 'zod'
import { canAppeal, canDecideAppeal, canRelease, inspectionFlow } from '../inspection-rules.ts'
import { api, change, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { offering } from '../kernel/values.ts'
import { Reason, ReinspectReason } from '../loans/application.ts'
import { Remark } from '../reviews/row.ts'
import { QualityCode } from './code.ts'
import { canInspect, canSendBack } from './flow.ts'
import { QualityInspection, qualityInspection } from './row.ts'

const subject = qualityInspection
const inspecting = { subject, requires: 'qualityQueue.edit', touches: ['reviewerScores'] } as const
const appealing = { subject, requires: 'qualityQueue.request', touches: ['reviewerScores'] } as const
const deciding = { subject, requires: 'qualityQueue.assign', touches: ['reviewerScores'] } as const
const found = { code: QualityCode, remark: Remark.optional() } as const
const inspectFaults = ['own_work', 'claimed_elsewhere'] as const

/** Quality inspections: decisions of reviewers that were drawn at night, and what inspectors found of them. */
export const qualityInspections = api('qualityInspections', {
  list: list('GET /quality-inspections', {
    requires: 'qualityQueue',
    row: QualityInspection,
    subject,
    filter: [
      ...(['id', 'state', 'reviewId', 'loanId', 'loanState', 'reviewer', 'result', 'reviewCode'] as const),
      ...(['reviewedAt', 'rule', 'seed', 'decidedOn', 'drawnAt', 'waitingHours', 'inspector', 'lockedUntil'] as const),
      ...([
        'outcome',
        'code',
        'remark',
        'inspectedAt',
        'shownAt',
        'appealState',
        'appealReason',
        'appealedAt',
      ] as const),
      ...(['appealDecidedBy', 'appealRemark', 'appealDecidedAt', 'sentBackAt'] as const),
    ],
    sort: ['id', 'drawnAt', 'reviewedAt', 'inspectedAt', 'appealedAt', 'state', 'reviewer'],
    search: ['id', 'loanId', 'reviewId'],
    order: '-drawnAt',
    created: 'drawnAt',
    follows: ['loans'],
  }),

  /**
   * Work queue: the next inspection for whoever asks: what they have claimed, then what waits, orders that are not paid
   * out yet before others, the oldest first. Never one's own decision. Null where nothing waits.
   */
  claimNext: write('POST /quality-inspections/claim-next', {
    requires: 'qualityQueue.edit',
    input: z.object({}),
    output: z.object({ inspection: QualityInspection.nullable() }),
  }),

  /** Gives one back to the queue. */
  release: change('POST /quality-inspections/release', {
    subject,
    requires: 'qualityQueue.edit',
    when: canRelease,
    faults: ['claimed_elsewhere'],
  }),

  /** Finds a decision right. */
  pass: change('POST /quality-inspections/pass', {
    ...inspecting,
    args: found,
    when: canInspect,
    faults: inspectFaults,
  }),

  /** Finds fault with a decision. */
  fail: change('POST /quality-inspections/fail', {
    ...inspecting,
    args: found,
    when: canInspect,
    faults: inspectFaults,
  }),

  /** Takes one's own result back, while its reviewer has not seen it. */
  reopen: change('POST /quality-inspections/reopen', {
    ...inspecting,
    when: inspectionFlow.can('reopen'),
    faults: ['claimed_elsewhere'],
  }),

  /** Shows a result to the reviewer whose decision it is about. */
  show: change('POST /quality-inspections/show', {
    ...appealing,
    when: inspectionFlow.can('showPass'),
    faults: ['not_your_work'],
  }),

  /** Objects to a fail, once. */
  appeal: change('POST /quality-inspections/appeal', {
    ...appealing,
    args: { reason: offering(Reason, 'appeal', ['withinGuideline', 'nearestCode', 'newDocuments']) },
    when: canAppeal,
    faults: ['not_your_work'],
  }),

  /** Decides an appeal: the result stays. */
  uphold: change('POST /quality-inspections/uphold', {
    ...deciding,
    args: { remark: Remark.min(1) },
    when: canDecideAppeal,
    faults: ['own_work'],
  }),

  /** Decides an appeal: the result is turned. */
  overturn: change('POST /quality-inspections/overturn', {
    ...deciding,
    args: { remark: Remark.min(1) },
    when: canDecideAppeal,
    faults: ['own_work'],
  }),

  /** Sends the order of a failed inspection back to be reviewed again, before its money leaves. */
  sendBack: change('POST /quality-inspections/send-back', {
    subject,
    requires: 'qualityQueue.assign',
    args: { reason: ReinspectReason },
    when: canSendBack,
    touches: ['loans', 'reviews'],
  }),
})
