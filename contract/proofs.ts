import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  LocalDate,
  Masked,
  Money,
  offering,
  PersonName,
  ReasonText,
  Ref,
  Version,
} from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { loan } from './loans/row.ts'
import { RepaymentChannel } from './loans/write-off.ts'
import { Utr } from './payments.ts'

/**
 * A proof is compared with what the bank says, and leads to a write-off that somebody else approves, or to nothing. One
 * whose transfer or picture is another's already waits for a person.
 */
export const proofFlow = machine(
  'proofs.state',
  {
    submitted: { ask: 'submitted', match: 'matched', convert: 'converted', reject: 'rejected' },
    matched: { ask: 'matched', convert: 'converted', reject: 'rejected' },
    duplicate: { ask: 'duplicate', match: 'matched', reject: 'rejected' },
    converted: { convert: 'converted' },
    rejected: {},
  },
  { submitted: 'warn', matched: 'info', duplicate: 'bad', converted: 'good', rejected: 'muted' },
)

/** Proof of payment: a picture that somebody says shows a transfer. */
export const Proof = z.object({
  id: Id('proof'),
  version: Version,
  state: proofFlow.State,
  loanId: Id('loan'),
  planId: Id('plan').nullable(),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  /** What is said to have been paid. */
  amount: Money,
  paidOn: LocalDate,
  channel: RepaymentChannel,
  bankCode: z.string(),
  utr: z.string(),
  upi: Masked('upi'),
  /** How many pictures there are. */
  images: z.int(),
  source: Choice('proofs.source', ['customer', 'collector', 'customerService', 'operations']),
  maker: Ref('staff'),
  submittedAt: Instant,
  /** The proof that has the same transfer or picture. */
  duplicateOf: Id('proof').nullable(),
  /** Whether the bank's statement has this transfer. */
  matched: z.boolean(),
  handler: Ref('staff').nullable(),
  handledAt: Instant.nullable(),
  reason: ReasonText().nullable(),
  writeOffId: Id('writeOff').nullable(),
  writeOffState: Choice('writeOffs.state', ['pending', 'passed', 'rejected']).nullable(),
  loanState: loanFlow.State,
})
export type Proof = z.output<typeof Proof>
export const proof = subject('proofs', Proof, { prefix: 'PR', opens: '/proof', findBy: ['id'] })

const [imagesMax, codeMax, upiMax, reasonMax] = [4, 40, 80, 500]
const settled = loanFlow.can('writeOffPartial')

/** Whether a write-off may be asked for: not while a payment is under way, and again only after it was refused. */
const mayConvert = every<Proof>(
  proofFlow.can('convert'),
  guard(['state', 'writeOffState'], ({ state, writeOffState }) =>
    state === 'converted' && writeOffState !== 'rejected' ? refused('converted_already') : ok,
  ),
  guard(['loanState'], ({ loanState }) => settled({ state: loanState })),
)

/** Whoever may ask for a write-off decides on the proofs that lead to one. */
const deciding = { subject: proof, requires: 'writeOffs.request' } as const

/** Pictures of transfers, and what became of them. */
export const proofs = api('proofs', {
  list: list('GET /proofs', {
    requires: 'proofs',
    row: Proof,
    subject: proof,
    filter: [
      ...(['id', 'state', 'loanId', 'planId', 'name', 'phone', 'amount', 'paidOn', 'channel', 'bankCode'] as const),
      ...(['utr', 'upi', 'source', 'maker', 'submittedAt', 'duplicateOf', 'matched', 'handler', 'handledAt'] as const),
      ...(['writeOffId', 'loanState'] as const),
    ],
    sort: ['id', 'submittedAt', 'amount', 'paidOn', 'handledAt', 'state', 'name'],
    search: ['id', 'loanId', 'name', 'phone', 'utr'],
    order: '-submittedAt',
    created: 'submittedAt',
    sums: ['amount'],
    export: 'GET /export/repay-proof',
  }),

  /** A proof with the ids of its pictures. */
  detail: read('GET /proofs/{id}', {
    requires: 'proofs',
    input: z.object({ id: Id('proof') }),
    output: z.object({ proof: Proof, images: z.array(Id('proofImage')) }),
    faults: ['not_found'],
  }),

  /** Takes one picture in: a JPEG or PNG of at most 5 MB. It is gone tomorrow unless a proof uses it. */
  upload: {
    ...write('POST /proofs/images', {
      requires: 'proofs.request',
      input: z.object({}),
      output: z.object({ id: Id('proofImage'), width: z.int(), height: z.int() }),
      faults: ['not_an_image', 'image_too_large', 'file_too_large'],
    }),
    files: ['image'],
  },

  /** One picture as it was sent. */
  image: {
    ...read('GET /proofs/images/{id}', {
      requires: 'proofs',
      input: z.object({ id: Id('proofImage') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /** Hands in a proof that an order was paid past the channels. */
  enter: change('POST /proofs/enter', {
    subject: loan,
    requires: 'proofs.request',
    args: {
      amount: Money,
      paidOn: LocalDate,
      channel: RepaymentChannel,
      bankCode: z.string().trim().toUpperCase().min(1).max(codeMax),
      utr: Utr,
      upi: z.string().trim().min(1).max(upiMax),
      images: z.array(Id('proofImage')).min(1).max(imagesMax),
    },
    when: loanFlow.can('enterProof'),
    touches: ['proofs'],
    faults: [
      ...(['wrong_currency', 'not_positive', 'more_than_repayable', 'paid_in_future', 'paid_before_payout'] as const),
      ...(['utr_malformed', 'utr_used', 'image_unknown'] as const),
    ],
  }),

  /** Says which transfer of the bank's statement it is: one of this UTR and just this amount. */
  match: change('POST /proofs/match', {
    ...deciding,
    args: { utr: Utr },
    when: proofFlow.can('match'),
    faults: ['line_unknown', 'line_differs', 'line_taken'],
  }),

  /** Asks for a write-off with what the proof says; somebody else approves it. */
  convert: change('POST /proofs/convert', {
    ...deciding,
    args: {
      type: Choice('writeOffs.type', ['full', 'partial', 'rollover']),
      reason: offering(z.string().trim().max(reasonMax), 'proof', ['gatewayDown', 'paidCash']).optional(),
    },
    when: mayConvert,
    sum: 'amount',
    touches: ['writeOffs', 'plans'],
    faults: [
      ...(['write_off_not_repayable', 'write_off_not_partial', 'write_off_not_extension', 'utr_used'] as const),
      ...(['open_request', 'nothing_owed', 'paid_in_future', 'paid_before_payout', 'converted_already'] as const),
      ...(['extension_off', 'extension_needs_one_plan', 'extension_without_principal', 'extension_too_often'] as const),
      ...(['extension_too_early', 'extension_too_late', 'utr_malformed', 'wrong_currency'] as const),
    ],
  }),

  /** Says that it proves nothing, and why. */
  reject: change('POST /proofs/reject', {
    ...deciding,
    args: {
      reason: offering(z.string().trim().min(1).max(reasonMax), 'proofRejection', [
        'notArrived',
        'unreadable',
        'amountDiffers',
        'notOurs',
        'duplicate',
        'fraud',
      ]),
    },
    when: proofFlow.can('reject'),
  }),
})
