import type { IdOf } from '#contract/kernel/values.ts'
import type { PaymentEvent } from '#contract/payments.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import type { World } from '#tests/support/server.ts'

export const dayMs = 86_400_000

type Told = Partial<PaymentEvent> & Pick<PaymentEvent, 'loanId'>

/** A callback as the channel sends it: a payment in the app that has succeeded now, but for what the test is about. */
export const signed = ({ server, clock }: Pick<World, 'server' | 'clock'>, told: Told) => {
  const whole: PaymentEvent = {
    ...{ ref: 'P1', linkId: null, by: 'eWallet', outcome: 'success', amountMinor: 521_000, currency: 'INR' },
    ...{ at: clock.now().toISOString() as PaymentEvent['at'], paymentNo: 'PN1', utr: '000000000001' },
    ...{ upi: 'asha@okaxis', costMinor: 0, failure: null },
    ...told,
  }
  const payload = JSON.stringify(whole)
  return { payload, signature: server.app.secrets.sign(paymentChannel, payload) }
}

/** Has the channel say something. */
export const tell = (world: Pick<World, 'as' | 'server' | 'clock'>, told: Told) =>
  world.as(null).payments.callback(signed(world, told))

/** An order with one plan, five days past due, that owes ₹5,210: the example of the money rules. */
export const owing = async (
  { given, server }: Pick<World, 'given' | 'server'>,
  about: Parameters<World['given']['plan']>[0] = {},
) => {
  const due = await given.plan({ state: 50, charged: { penalty: 0, interest: 3_500, principal: 500_000 }, ...about })
  await server.app.database.query(
    `update loans set disbursed_at = timestamp '2026-02-26 06:00Z' where id = '${due.loanId}'`,
  )
  return { planId: due.id, loanId: due.loanId }
}

/** The books of an order as its tables have them: what was charged, and what became of that. */
export const booksOf = async ({ server }: Pick<World, 'server'>, loanId: IdOf<'loan'>) => {
  const { rows } = await server.app.database.query(
    `select coalesce(sum(p.charged_penalty + p.charged_fee + p.charged_interest + p.charged_principal), 0)::int as charged,
       coalesce(sum(p.paid_penalty + p.paid_fee + p.paid_interest + p.paid_principal), 0)::int as paid,
       coalesce(sum(p.owed_minor), 0)::int as owed,
       coalesce(sum(p.charged_penalty), 0)::int as penalty,
       (select coalesce(sum(n.amount_minor), 0)::int from (
          select plan_id, amount_minor from penalties union all select plan_id, amount_minor from penalty_corrections) n
        join plans q on q.id = n.plan_id where q.loan_id = '${loanId}') as penalties,
       (select coalesce(sum(a.paid_penalty + a.paid_fee + a.paid_interest + a.paid_principal), 0)::int
          from allocations a join plans q on q.id = a.plan_id where q.loan_id = '${loanId}') as allocated,
       (select coalesce(sum(m.amount_minor - m.unapplied_minor - m.extension_minor), 0)::int
          from payments m where m.loan_id = '${loanId}' and m.state = 'success') as received
     from plans p where p.loan_id = '${loanId}'`,
  )
  return rows[0] as Record<'charged' | 'paid' | 'owed' | 'penalty' | 'penalties' | 'allocated' | 'received', number>
}

/** A statement of the bank that was read, with one transfer of this reference. */
export const onStatement = (
  { server }: Pick<World, 'server'>,
  utr: string,
  amountMinor: number,
  bookedOn = '2026-03-10',
) =>
  server.app.database.query(
    `insert into statements (id, file, read_by, read_at) values ('ST${utr}', 'bank.csv', 'Manager', now());
     insert into statement_lines (id, statement_id, line, booked_on, utr, amount_minor, currency, outcome)
       values ('SL${utr}', 'ST${utr}', 1, '${bookedOn}', '${utr}', ${amountMinor}, 'INR', 'unmatched')`,
  )
