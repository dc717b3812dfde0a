import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Ref, TextKey, Version } from './kernel/values.ts'

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
 * What is found of an account: nobody has signed in with it for long, the contract of its agency is over, or it has a role
 * of which it uses no right, or a few only. Of a role: a right that nobody has used who has it.
 */
export const accessFindings = ['idle', 'contractEnded', 'unusedRole', 'wideRole', 'unusedRight'] as const
export type AccessFinding = (typeof accessFindings)[number]
/** After how many days without use each is found; a contract that is over is found at once. */
export const findingDays = {
  idle: 30,
  contractEnded: 0,
  unusedRole: 90,
  wideRole: 90,
  unusedRight: 90,
} as const satisfies Record<AccessFinding, number>

/** Access review: something about an account, or a role, that somebody has to confirm or withdraw. */
export const AccessReview = z.object({
  id: Id('accessReview'),
  version: Version,
  state: accessReviewFlow.State,
  finding: Choice('accessReviews.finding', [...accessFindings]),
  /** Whose access it is; none of a right of a role, which is everybody's who has it. */
  staff: Ref('staff').nullable(),
  account: z.string().nullable(),
  unit: Ref('unit').nullable(),
  /** The role that is not used, or has the right; none of other findings. */
  role: z.string().nullable(),
  /** The right that nobody used: a button of a page; none of other findings. */
  page: TextKey('menu').nullable(),
  button: TextKey('lens.button').nullable(),
  /** Rights of the role that were not used: how many, and which by page, in the reader's words; none of other findings. */
  unusedRights: z.string().nullable(),
  /** The last use, or the last day of the contract; none: it was never used, or of a right. */
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

/** Review of access: accounts, roles and rights that nobody seems to need. */
export const accessReviews = api('accessReviews', {
  list: list('GET /access-reviews', {
    requires: 'accessReviews',
    row: AccessReview,
    subject: accessReview,
    filter: [
      ...(['id', 'state', 'finding', 'staff', 'account', 'unit', 'role', 'page', 'button'] as const),
      ...(['lastUsedAt', 'foundAt', 'decidedBy', 'decidedAt', 'remark'] as const),
    ],
    sort: ['foundAt', 'lastUsedAt', 'state', 'finding', 'account', 'unit', 'role', 'page'],
    search: ['id', 'account', 'remark'],
    order: '-foundAt',
    created: 'foundAt',
  }),

  /** Says that somebody needs it still, and why. */
  confirm: change('POST /access-reviews/confirm', { ...one, when: accessReviewFlow.can('confirm') }),

  /**
   * Takes it away: disables the account, whose work is handed on, or takes the role from it; an account without another
   * role is disabled. A right is taken from its role; one that moves money takes a second person. What was withdrawn is
   * given back where staff and roles are kept.
   */
  withdraw: change('POST /access-reviews/withdraw', {
    ...one,
    when: every<AccessReview>(accessReviewFlow.can('withdraw'), guard(['finding'], takesNoWork)),
    stepUp: true,
    fourEyes: true,
    touches: ['staff', 'roles', 'cases', 'collectors', 'tickets', 'reviews', 'loans'],
    faults: [
      ...(['own_account', 'last_administrator', 'lacks_role', 'unknown_role', 'role_disabled'] as const),
      ...(['beyond_own_rights', 'lacks_right', 'administrator_needs', 'own_role'] as const),
    ],
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
