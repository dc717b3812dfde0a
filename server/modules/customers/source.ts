import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { liveStates, loanRows } from '#server/modules/loans/store.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { mayReadIdentity } from './steps/identity-access.ts'
import { customerRows, deviceRows } from './store.ts'
import { customerSummary } from './summary.ts'

/** Customers with such an order, looked for among those of whom a flag says that they may have one. */
const withOrder = (may: Column, isTheirs: (actor: Actor) => SQL) => (actor: Actor) =>
  sql`(${may} and
    exists (select 1 from ${loanRows} where ${loanRows.customerId} = ${customerRows.id} and ${isTheirs(actor)}))`

const held = caseHolderScopes(loanRows)
const heldBy = (scope: 'group' | 'agency') => withOrder(customerRows.held, held[scope])
/** A collector's own, found by their orders: to walk through all that are held looking for theirs takes longer. */
const heldByOneself = (actor: Actor) =>
  sql`${customerRows.id} = any(array(select ${loanRows.customerId} from ${loanRows} where ${held.own(actor)}))`
/** A reviewer's own are whose orders they review, or have reviewed. */
const reviewedBy = withOrder(customerRows.reviewed, ({ id }) => sql`${loanRows.reviewerId} = ${id}`)

/** What is read of the order that is under way: nobody has two. */
const ofLiveLoan = (what: SQL) => sql`(select ${what} from ${loanRows} l where l.customer_id = ${customerRows.id}
  and l.state in (${liveStates}) limit 1)`
const latestReview = sql`(select r.state from ${reviewRows} r join ${loanRows} l on l.id = r.loan_id
  where l.customer_id = ${customerRows.id} order by r.queued_at desc, r.id desc limit 1)`
const lastSeenAt = sql`(select max(d.seen_at) from ${deviceRows} d where d.customer_id = ${customerRows.id})`

/** The order of a customer that is under way. */
export async function openLoanOf(tx: Db, id: IdOf<'customer'>): Promise<IdOf<'loan'> | null> {
  const isOpen = and(eq(loanRows.customerId, id), sql`${loanRows.state} in (${liveStates})`)
  const [loan] = await tx.select({ id: loanRows.id }).from(loanRows).where(isOpen).limit(1)
  return loan?.id ?? null
}

const unseen = { tail: sql`null::text`, blindIndex: sql`null::text` }

/** List source: people who borrow, or want to. */
export const customerSource: Source<Customer> = {
  table: customerRows,
  from: sql`${customerRows}`,
  summary: customerSummary,
  columns: ({ day, reader }) => ({
    id: customerRows.id,
    version: customerRows.version,
    name: customerRows.name,
    phone: customerRows.phone,
    pan: mayReadIdentity(reader) ? { tail: customerRows.panTail, blindIndex: customerRows.panIndex } : unseen,
    externalRef: customerRows.externalRef,
    app: customerRows.app,
    ...{ channel: customerRows.channel, media: customerRows.media, campaign: customerRows.campaign },
    kind: customerRows.kind,
    state: customerRows.state,
    stateReason: customerRows.stateReason,
    blacklisted: customerRows.blacklisted,
    loansDone: customerRows.loansDone,
    credit: customerRows.credit,
    limit: { minor: customerRows.limitMinor, currency: customerRows.currency },
    limitExpiresOn: customerRows.limitExpiresOn,
    email: customerRows.email,
    birthDate: customerRows.birthDate,
    age: sql`extract(year from age(${day}::date, ${customerRows.birthDate}))::int`,
    sex: customerRows.sex,
    maritalStatus: customerRows.maritalStatus,
    children: customerRows.children,
    dwelling: customerRows.dwelling,
    education: customerRows.education,
    profession: customerRows.profession,
    employment: customerRows.employment,
    company: customerRows.company,
    companyAddress: customerRows.companyAddress,
    income: { minor: customerRows.incomeMinor, currency: customerRows.currency },
    address: customerRows.address,
    postcode: customerRows.postcode,
    kyc: customerRows.kyc,
    openOrder: ofLiveLoan(sql`l.state`),
    ...{ liveLoan: customerRows.liveLoan, applied: customerRows.applied, borrowed: customerRows.borrowed },
    overdueDays: { since: ofLiveLoan(sql`l.due_date`), unit: 'day' },
    reviewState: latestReview,
    registeredAt: customerRows.registeredAt,
    lastSeenAt,
    erasedOn: customerRows.erasedOn,
    keptUntil: customerRows.keptUntil,
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, customerRows.departmentId),
    agency: heldBy('agency'),
    group: heldBy('group'),
    own: (actor: Actor) => (actor.scopesOf('reviewQueue').length > 0 ? reviewedBy : heldByOneself)(actor),
  },
}
