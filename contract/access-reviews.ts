import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Ref, Version } from './kernel/values.ts'

/**
 * A finding is open until somebody decides, or until it is true no longer. What was confirmed is not found again for as
 * long as it took to be found.
 */
export const accessReviewFlow = machine(
  'accessReviews.state',
  {
    open: { confirm: 'confirmed', withdraw: 'withdrawn', settle: 'settled' },
    confirmed: {},
    withdrawn: {},
    settled: {},
  },
  { open: 'warn', confirmed: 'good', withdrawn: 'bad', settled: 'muted' },
)

/**
 * What is found: nobody has signed in with the account for long, the contract of its agency is over, or it has a role of
 * which it uses no right, or rights of a few pages only.
 */
export const accessFindings = ['idle', 'contractEnded', 'unusedRole', 'wideRole'] as const
export type AccessFinding = (typeof accessFindings)[number]
/** After how many days without use each is found; a contract that is over is found at once. */
export const findingDays = { idle: 30, contractEnded: 0, unusedRole: 90, wideRole: 90 } as const satisfies Record<
  AccessFinding,
  number
>

/** Access review: something about an account that somebody has to confirm or withdraw. */
export const AccessReview = z.object({
  id: Id('accessReview'),
  version: Version,
  state: accessReviewFlow.State,
  finding: Choice('accessReviews.finding', [...accessFindings]),
  staff: Ref('staff'),
  account: z.string(),
  unit: Ref('unit'),
  /** The role that is not used; none of other findings. */
  role: z.string().nullable(),
  /** Pages of whose buttons none was used: how many, and their titles in the reader's words; none of other findings. */
  unusedPages: z.string().nullable(),
  /** The last use, or the last day of the contract; none: it was never used. */
  lastUsedAt: Instant.nullable(),
  foundAt: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  remark: z.string(),
})
export type AccessReview = z.output<typeof AccessReview>
/** Subject: an access review. */
export const accessReview = subject('accessReviews', AccessReview, { prefix: 'AV', opens: 'accessReviews' })

const remarkMax = 200
const Remark = z.string().trim().min(1).max(remarkMax)
const one = { subject: accessReview, requires: 'accessReviews.edit', args: { remark: Remark } } as const

/** Whoever works with a part of a role keeps it until they have been given a narrower one. */
const takesNoWork = ({ finding }: Pick<AccessReview, 'finding'>) =>
  finding === 'wideRole' ? refused('role_in_use') : ok

/** Review of access: accounts and roles that nobody seems to need. */
export const accessReviews = api('accessReviews', {
  list: list('GET /access-reviews', {
    requires: 'accessReviews',
    row: AccessReview,
    subject: accessReview,
    filter: [
      ...(['id', 'state', 'finding', 'staff', 'account', 'unit', 'role', 'lastUsedAt', 'foundAt'] as const),
      ...(['decidedBy', 'decidedAt', 'remark'] as const),
    ],
    sort: ['foundAt', 'lastUsedAt', 'state', 'finding', 'account', 'unit'],
    search: ['id', 'account', 'remark'],
    order: '-foundAt',
    created: 'foundAt',
  }),

  /** Says that somebody needs it still, and why. */
  confirm: change('POST /access-reviews/confirm', { ...one, when: accessReviewFlow.can('confirm') }),

  /**
   * Takes it away: disables the account, whose work is handed on, or takes the role from it; an account without another
   * role is disabled. What was withdrawn is given back where staff are kept.
   */
  withdraw: change('POST /access-reviews/withdraw', {
    ...one,
    when: every<AccessReview>(accessReviewFlow.can('withdraw'), guard(['finding'], takesNoWork)),
    stepUp: true,
    touches: ['staff', 'cases', 'tickets'],
    faults: ['own_account', 'last_administrator', 'lacks_role', 'unknown_role', 'role_disabled', 'beyond_own_rights'],
  }),

  /** Looks now, as every night. */
  run: write('POST /access-reviews/run', {
    requires: 'accessReviews.edit',
    input: z.object({}),
    output: z.object({ found: z.int(), settled: z.int() }),
  }),

  /** Agencies, and the last day of the contract with each. */
  contracts: read('GET /access-reviews/contracts', {
    requires: 'accessReviews',
    input: z.object({}),
    output: z.object({ agencies: z.array(z.object({ unit: Ref('unit'), until: LocalDate.nullable() })) }),
  }),

  /** Sets the last day of the contract with an agency; none: it goes on. */
  setContract: write('POST /access-reviews/contracts', {
    requires: 'accessReviews.edit',
    input: z.object({ unitId: Id('unit'), until: LocalDate.optional() }),
    output: z.object({ until: LocalDate.nullable() }),
    faults: ['unknown_unit', 'not_an_agency', 'contract_ends_first'],
    touches: ['units'],
  }),
})
