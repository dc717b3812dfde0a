import { eq } from 'drizzle-orm'
import { collectionCase } from '#contract/cases.ts'
import { customer as customerSubject } from '#contract/customers.ts'
import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { lastFourOf } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Components } from '#contract/loans/balance.ts'
import { isLive, type LoanState, loanCode } from '#contract/loans/flow.ts'
import { quote } from '#contract/loans/quote.ts'
import { loan as loanSubject } from '#contract/loans/row.ts'
import type { ParameterId, ParameterValue } from '#contract/parameters/declared.ts'
import { plan as planSubject } from '#contract/plans.ts'
import { lockMs } from '#contract/reviews/flow.ts'
import { review as reviewSubject } from '#contract/reviews/row.ts'
import { ticket as ticketSubject } from '#contract/tickets.ts'
import { idOf, ids, takeNumbers } from '#server/kernel/base/ids.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { rowIdOf } from '#server/modules/parameters/steps.ts'
import { parameterRows } from '#server/modules/parameters/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { addProduct } from '#server/modules/products/steps/products.ts'
import { reviewRows } from '#server/modules/reviews/store.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { productTerms } from '#server/seed/products.ts'
import { agencies, departments, groups, type UnitId } from '#server/seed/units.ts'
import type { Server } from '#server/server.ts'
import { terms } from '../contract/loans/in7.ts'
import { givenColumns } from './many.ts'
import type { Account } from './server.ts'

interface AboutCustomer {
  name?: string
  phone?: string
  departmentId?: UnitId
  birthDate?: LocalDate | null
  pan?: string | null
  aadhaar?: string | null
  blacklisted?: boolean
  account?: 'enabled' | 'disabled' | 'frozen'
}

interface AboutLoan extends AboutCustomer {
  state?: LoanState
  /** Whose it is; somebody new where nobody is named. */
  customerId?: IdOf<'customer'>
  /** Whose review it is; of an order in 22, they are at it. */
  reviewer?: Account
  amountMinor?: number
  /** How often a pay-out was tried; the last one failed where the state says so. */
  attempts?: number
  /** The last pay-out as the channel has confirmed it. */
  payout?: 'fail' | 'paying' | 'success'
  card?: { state?: 'bound' | 'unbound'; similarityPpm?: number; account?: string }
  appliedAt?: Date
  failedAt?: Date
  /** When it was approved; left open where the test is not about that. */
  decidedAt?: Date
}

interface AboutPlan extends AboutLoan {
  dueDate?: LocalDate
  charged?: Partial<Components>
}

/** Rows for a test: it names what it is about, and everything else is filled in. */
export type Given = ReturnType<typeof givenOn>

const productId = 'IN-7' as IdOf<'product'>
const currency = 'INR' as const

/** Rows in the database of `server`, written past every rule. */
export function givenOn({ app: { database, clock, secrets } }: Server) {
  const { db } = database
  const day = () => businessDate(toInstant(clock.now()), clock.country)
  const number = async (noun: Parameters<typeof takeNumbers>[1]) => (await takeNumbers(db, noun, 1))[0]!

  const product = () =>
    addProduct(
      db,
      {
        ...{ id: productId, name: 'IN-7', app: 'Lendline', departmentId: departments.operations.id, currency },
        ...{ state: 'enabled', createdAt: clock.now() },
      },
      productTerms({
        id: productId,
        name: 'IN-7',
        baseMinor: 500_000,
        stepMinor: 50_000,
        maxMinor: 700_000,
        terms: terms(),
      }),
      { effectiveFrom: addDays(day(), -30) },
    )

  const customer = async ({
    name = 'Asha Rao',
    phone = '9876543210',
    departmentId = departments.operations.id,
    birthDate = '1990-05-01' as LocalDate,
    pan = 'ABCPE1234F',
    aadhaar = '234123412346',
    blacklisted = false,
    account: state = 'enabled',
  }: AboutCustomer = {}) => {
    const id = idOf(customerSubject.ids, day(), await number(customerSubject.ids))
    const values = { id, name, phone, departmentId, currency, app: 'Lendline', channel: 'organic', birthDate }
    const hidden = {
      ...(pan && { pan: secrets.encrypt(pan), panTail: lastFourOf(pan), panIndex: secrets.blindIndex(pan) }),
      ...(aadhaar && { aadhaar: secrets.encrypt(aadhaar), aadhaarTail: lastFourOf(aadhaar) }),
    }
    await db.insert(customerRows).values({ ...values, ...hidden, state, blacklisted, registeredAt: clock.now() })
    return id
  }

  const card = async (
    customerId: IdOf<'customer'>,
    { state = 'bound', similarityPpm = 950_000, account = '501002340000' }: AboutLoan['card'] = {},
  ) => {
    const id = idOf(ids.card, day(), await number(ids.card))
    const hidden = {
      account: secrets.encrypt(account),
      accountTail: lastFourOf(account),
      accountIndex: secrets.blindIndex(account),
    }
    const values = {
      id,
      customerId,
      holder: 'Asha Rao',
      bank: 'HDFC',
      ifsc: 'HDFC0000123',
      ...hidden,
      state,
      similarityPpm,
    }
    await db.insert(cardRows).values({ ...values, boundAt: clock.now() })
    return id
  }

  /** The review of an order in 22: its reviewer is at it. */
  const review = async (loanId: IdOf<'loan'>, { reviewer, appliedAt = clock.now() }: AboutLoan) => {
    const id = idOf(reviewSubject.ids, day(), await number(reviewSubject.ids))
    const lockedUntil = new Date(clock.now().getTime() + lockMs)
    const begun = reviewer && { reviewerId: staffId(reviewer), openedAt: clock.now(), lockedUntil, rounds: 1 }
    const state = reviewer ? 'underReview' : 'unclaimed'
    await db.insert(reviewRows).values({ id, loanId, state, queuedAt: appliedAt, waitingSince: appliedAt, ...begun })
    return { id, version: 1 as never }
  }

  const order = async (about: AboutLoan = {}) => {
    const {
      state = loanCode.disbursementFailed,
      amountMinor = 500_000,
      departmentId = departments.operations.id,
    } = about
    const {
      attempts = state === loanCode.disbursementFailed ? 1 : 0,
      appliedAt = clock.now(),
      failedAt = clock.now(),
    } = about
    await product()
    const customerId = about.customerId ?? (await customer(about))
    const cardId = await card(customerId, about.card)
    const id = idOf(loanSubject.ids, day(), await number(loanSubject.ids))
    const { receivedMinor, feeMinor, gstMinor, periods } = quote(amountMinor, terms())
    const interestMinor = periods.reduce((sum, { charges }) => sum + charges.interest, 0)
    const failed =
      state === loanCode.disbursementFailed
        ? { failedAt, failureCode: 'bank_down', failureText: 'Beneficiary bank down' }
        : {}
    const amounts = { amountMinor, receivedMinor, feeMinor, gstMinor, interestMinor, currency }
    const disbursed = isLive(state) ? { disbursedAt: clock.now() } : {}
    const decided = {
      ...(about.decidedAt && { decidedAt: about.decidedAt }),
      ...(about.reviewer && { reviewerId: staffId(about.reviewer) }),
    }
    await db.insert(loanRows).values({
      ...{ id, customerId, productId, departmentId, state, ordinal: 1, cardId, attempts, appliedAt, terms: terms() },
      ...amounts,
      ...failed,
      ...disbursed,
      ...decided,
      app: 'Lendline',
      channel: 'sandbox',
    })
    const reviewed = state === loanCode.undecided ? await review(id, about) : null
    if (attempts > 0) {
      const payout = { loanId: id, attempt: attempts, cardId, amountMinor: receivedMinor, currency, channel: 'sandbox' }
      const payoutId = `${id}-${attempts}` as IdOf<'payout'> // as the product names them
      await db
        .insert(payoutRows)
        .values({ id: payoutId, ...payout, state: about.payout ?? 'fail', requestedAt: clock.now() })
    }
    return { id, version: 1 as never, customerId, cardId, review: reviewed! }
  }

  /** So many more orders like one, each of a customer and a card of their own, written at once. Answers their ids. */
  const likeLoan = async ({ id, customerId, cardId }: Awaited<ReturnType<typeof order>>, count: number) => {
    const numbered = (one: string) => `'${one.slice(0, -6)}' || (500000 + n)`
    const clone = async (table: string, of: string, changed: string) => {
      const names = await givenColumns(database, table)
      await database.query(
        `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `made.${name}`).join(', ')}
         from ${table} t, generate_series(1, ${count}) n,
           jsonb_populate_record(t, jsonb_build_object(${changed})) made where ${of}`,
      )
    }
    const [loans, customers, cards] = [numbered(id), numbered(customerId), numbered(cardId)]
    await clone('customers', `t.id = '${customerId}'`, `'id', ${customers}`)
    await clone('cards', `t.id = '${cardId}'`, `'id', ${cards}, 'customer_id', ${customers}`)
    await clone('loans', `t.id = '${id}'`, `'id', ${loans}, 'customer_id', ${customers}, 'card_id', ${cards}`)
    const payouts = `'id', ${loans} || '-' || t.attempt, 'loan_id', ${loans}, 'card_id', ${cards}`
    await clone('payouts', `t.loan_id = '${id}'`, payouts)
    return Array.from({ length: count }, (_, n) => `${id.slice(0, -6)}${500_001 + n}` as typeof id) // as numbered
  }

  const plan = async ({ dueDate = addDays(day(), -5), charged = {}, ...about }: AboutPlan = {}) => {
    const { id: loanId } = await order({ state: loanCode.overdue, ...about })
    await db.update(loanRows).set({ dueDate }).where(eq(loanRows.id, loanId))
    const id = idOf(planSubject.ids, day(), await number(planSubject.ids))
    const { penalty = 17_500, fee = 0, interest = 3_500, principal = 500_000 } = charged
    const amounts = { chargedPenalty: penalty, chargedFee: fee, chargedInterest: interest, chargedPrincipal: principal }
    await db.insert(planRows).values({
      id,
      loanId,
      serial: 1,
      periods: 1,
      currency,
      dueDate,
      ...amounts,
      // a penalty that is there was charged up to today
      penaltyThrough: penalty > 0 ? day() : null,
      state: 'open',
      createdAt: clock.now(),
    })
    return { id, version: 1 as never, loanId }
  }

  const openCase = async ({ collector = null, ...about }: AboutPlan & { collector?: Account | null } = {}) => {
    const { loanId, id: planId } = await plan(about)
    const id = idOf(collectionCase.ids, day(), await number(collectionCase.ids))
    const place = { groupId: groups[0]!.id, agencyId: agencies[0].id, unitPath: groups[0]!.path }
    const held = {
      state: collector ? ('allocated' as const) : ('allocating' as const),
      collectorId: collector && staffId(collector),
    }
    await db
      .insert(caseRows)
      .values({ id, loanId, stage: 'S1' as IdOf<'stage'>, ...place, ...held, openedAt: clock.now() })
    return { id, version: 1 as never, loanId, planId }
  }

  const ticket = async ({
    departmentId = departments.operations.id,
    title = 'Payout missing',
    processor = null,
  }: {
    departmentId?: UnitId
    title?: string
    processor?: Account | null
  } = {}) => {
    const id = idOf(ticketSubject.ids, day(), await number(ticketSubject.ids))
    const values = {
      id,
      desk: 'operation' as const,
      state: 'notFollowed' as const,
      kind: 'payout',
      title,
      content: 'Details',
    }
    await db.insert(ticketRows).values({
      ...{ ...values, priority: 'normal', source: 'staff', departmentId, createdAt: clock.now() },
      processorId: processor && staffId(processor),
    })
    return { id, version: 1 as never }
  }

  const parameter = async <Id extends ParameterId>(id: Id, value: ParameterValue<Id>) => {
    await db
      .insert(parameterRows)
      .values({ id: rowIdOf(id), value })
      .onConflictDoUpdate({ target: parameterRows.id, set: { value } })
  }

  return { parameter, product, customer, card, loan: order, likeLoan, plan, case: openCase, ticket }
}
