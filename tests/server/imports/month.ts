import { addDays, startOfDay } from '#contract/kernel/calendar.ts'
import { money } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Loan } from '#contract/loans/row.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { decisionPort } from '#server/modules/loans/decision/decide.ts'
import { decisionTable } from '#server/modules/loans/decision/table.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { passedByHand } from '#tests/support/reviewed.ts'
import type { World } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'

type Here = Pick<World, 'as' | 'given' | 'server' | 'clock'>
type LoanId = IdOf<'loan'>

const hourMs = 3_600_000
const rupees = (minor: number) => money((minor / 100).toFixed(2), 'INR')
const setTo = (here: Here, ms: number) => moveTo(here, new Date(ms).toISOString())
const goTo = (here: Here, day: LocalDate, hour: number) =>
  setTo(here, Date.parse(startOfDay(day, 'IN')) + hour * hourMs)
const run = async ({ server }: Here, ...jobs: readonly string[]) => {
  for (const job of jobs) await server.app.taskRunners.get(job)!(server.app)
}
const detail = ({ as }: Here, id: LoanId) => as('cs').loans.detail({ id })
const refOf = async (here: Here, id: LoanId) => {
  const { loan } = await detail(here, id)
  return { id, version: loan.version }
}

/** A customer applies, is decided on, and gets the money. Answers the order. */
async function lend(here: Here, customerId: IdOf<'customer'>, ref: string): Promise<LoanId> {
  const { as, server } = here
  const request = { ref, customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7 }
  const payload = JSON.stringify(request)
  const signature = server.app.secrets.sign(customerApp, payload)
  const { loanId } = await as(null).loans.submit({ payload, signature })
  await decisionPort(server.app, decisionTable)({ topic: 'decision', key: `${loanId}-0`, body: { loanId } })
  const { loan } = await detail(here, loanId)
  // an imported customer has no papers: a reviewer decides, and says why
  if (loan.state === 22) await passedByHand(here, loanId, 'Known since before')
  await run(here, 'doDisburse')
  const { payouts } = await detail(here, loanId)
  const { id: payoutId } = payouts.at(-1)!
  const about = { amountMinor: 425_000, currency: 'INR', channelRef: ref, utr: `${ref}PAID`, failure: null }
  const told = JSON.stringify({ payoutId, outcome: 'paid', ...about })
  await as(null).payouts.callback({ payload: told, signature: server.app.secrets.sign(payoutChannel, told) })
  return loanId
}

const owedBy = async (here: Here, id: LoanId) => {
  const { plans } = await detail(here, id)
  return plans.reduce((all, { repayable }) => all + repayable.minor, 0)
}
let transfers = 0
const utr = () => String(700_000_000_000 + transfers++)
const pay = async (here: Here, loanId: LoanId, amountMinor: number, more: Partial<Parameters<typeof tell>[1]> = {}) =>
  tell(here, { loanId, amountMinor, ref: `REF${transfers}`, utr: utr(), ...more })

/** Something that happens to an order on a day counted from when it is due. */
type Act = (here: Here, id: LoanId, day: LocalDate) => Promise<unknown>
type Story = Readonly<Record<number, Act>>

const payAll: Act = async (here, id) => pay(here, id, await owedBy(here, id))
const paySome: Act = (here, id) => pay(here, id, 120_000)
const payTooMuch: Act = async (here, id) => pay(here, id, (await owedBy(here, id)) + 3_333)
/** Said twice, and begun before. */
const payTwice: Act = async (here, id) => {
  const told = { loanId: id, amountMinor: await owedBy(here, id), ref: `TWICE${transfers}`, utr: utr() }
  for (const outcome of ['paying', 'success', 'success'] as const) await tell(here, { ...told, outcome })
}
/** Begun, and given up by the sweeper. */
const payNever: Act = async (here, id) => {
  await pay(here, id, await owedBy(here, id), { outcome: 'paying', utr: null })
  await setTo(here, here.clock.now().getTime() + hourMs)
  await run(here, 'sweepPaying')
}
const reduce: Act = async (here, id) => {
  const { plans } = await detail(here, id)
  const [plan] = plans
  const asked = { id: plan!.id, version: plan!.version, amount: rupees(5_000), reason: 'Ill' }
  await here.as('cs').reductions.request(asked)
  const [request] = (await here.as('manager').reductions.list({ q: `loanId:${id}` })).rows
  await here.as('manager').reductions.pass({ id: request!.id, version: request!.version })
}
/** What was paid has bounced: operations report it, an executive takes it back. */
const bounce: Act = async (here, id) => {
  const paid = async () => (await here.as('ops').payments.list({ q: `loanId:${id} state:success` })).rows[0]!
  const { id: paymentId, version } = await paid()
  await here.as('ops').payments.askReversal({ id: paymentId, version, reason: 'Returned by the bank' })
  await here.as('executive').payments.reverse({ id: paymentId, version: (await paid()).version })
}
const slip = (day: LocalDate) =>
  ({ channel: 'offline', bankCode: 'HDFC', utr: utr(), upi: 'payer@okaxis', repaidOn: day }) as const
const decideWriteOff = async ({ as }: Here, id: LoanId) => {
  const [asked] = (await as('manager').writeOffs.list({ q: `loanId:${id} state:pending` })).rows
  await as('manager').writeOffs.pass({ id: asked!.id, version: asked!.version })
}
const writeOffFull: Act = async (here, id, day) => {
  const amount = rupees(await owedBy(here, id))
  await here.as('ops').writeOffs.full({ ...(await refOf(here, id)), amount, ...slip(day) })
  await decideWriteOff(here, id)
}
const writeOffPart: Act = async (here, id, day) => {
  await here.as('ops').writeOffs.partial({ ...(await refOf(here, id)), amount: rupees(90_000), ...slip(day) })
  await decideWriteOff(here, id)
}
const giveUp: Act = async (here, id) => {
  await here.as('manager').session.prove({ proof: 'Lendline#1' })
  await here.as('manager').writeOffs.operational({ ...(await refOf(here, id)), reason: 'Cannot be traced' })
}
/** Extended through the link for exactly the price, or by hand. */
const extend: Act = async (here, id) => {
  await here.as('ops').extensions.quote(await refOf(here, id))
  const [offer] = (await here.as('ops').extensions.list({ q: `loanId:${id} state:quoted` })).rows
  await here.as('ops').extensions.sendLink({ id: offer!.id, version: offer!.version })
  const { rows } = await here.server.app.database.query(`select max(id) as id from payment_links`)
  await pay(here, id, offer!.total.minor, { linkId: rows[0]!.id as string })
}

const stories: readonly Story[] = [
  { [-2]: payAll },
  { 0: payTwice },
  { 3: payAll },
  { 1: paySome, 5: payAll },
  { 0: payNever, 1: payTooMuch },
  { 2: reduce, 3: payAll },
  { 2: reduce, 8: payAll },
  { 4: writeOffFull },
  { 2: writeOffPart, 6: payAll },
  { 9: giveUp },
  { 1: extend },
  { 1: payAll, 4: bounce, 6: payAll },
  { [-1]: payAll, 2: bounce },
  {},
]

/** Some of the customers of a book. */
const customersOf = async ({ server }: Here, count: number) =>
  (await server.app.database.query(`select id from customers order by id limit ${count}`)).rows.map(
    ({ id }) => id as IdOf<'customer'>,
  )
/** What an imported book comes to, which nothing that happens later may change. */
const historyOf = async ({ server: { app } }: Here) => {
  const { rows } = await app.database.query(
    `select count(*)::int as loans, sum(l.version)::int as versions, sum(p.paid)::text as paid from loans l
       join (select loan_id, sum(paid_principal + paid_interest) as paid from plans group by 1) p on p.loan_id = l.id
       where l.product_id = 'imported'`,
  )
  return rows[0]
}

/**
 * A month of a business that lends to customers it has imported: every day somebody borrows, everybody does what their
 * story says, and every job takes its turn. Answers how many orders were lent, and what the imported book came to before
 * and after.
 */
export async function liveMonth(here: Here, from: LocalDate) {
  const [customers, before] = [await customersOf(here, 30), await historyOf(here)]
  await here.given.product()
  await here.server.app.database.query(
    `insert into parameters (id, value) values ('payment.reversal', 'true') on conflict (id) do update set value = excluded.value`,
  )
  const lent: { readonly id: LoanId; readonly due: LocalDate; readonly story: Story }[] = []
  for (let n = 0; n < 30; n++) {
    const day = addDays(from, n)
    await goTo(here, day, 1)
    await run(here, 'doLate', 'lapseReductions', 'expireApprovals', 'expireCoupons', 'sweepPaying')
    await goTo(here, day, 11)
    for (const { id, due, story } of lent) {
      for (const [late, act] of Object.entries(story)) if (addDays(due, Number(late)) === day) await act(here, id, day)
    }
    const customerId = customers[n]
    if (customerId && n < 2 * stories.length) {
      await here.given.card(customerId)
      const id = await lend(here, customerId, `M${n}`)
      lent.push({ id, due: addDays(day, 7), story: stories[n % stories.length]! })
    }
  }
  return { lent: lent.length, before, after: await historyOf(here) }
}

/** Codes of the orders that a month has led to, and how many have each. */
export async function codesOf({ server }: Pick<World, 'server'>): Promise<Record<Loan['state'], number>> {
  const { rows } = await server.app.database.query(
    `select state, count(*)::int as count from loans where product_id <> 'imported' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<Loan['state'], number> // by their codes
}
