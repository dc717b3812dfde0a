import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { moveTo } from '#tests/support/move-to.ts'
import { test, type World } from '#tests/support/server.ts'

const rupees = (amount: string) => money(amount, 'INR')
const loanOf = ({ as }: Pick<World, 'as'>, id: string) => as('ops').loans.detail({ id: id as never })
/** An order three days overdue: penalty 75, interest 35, and on 5,000 a fee of 600 and a commission of 50. */
async function late({ given }: Pick<World, 'given'>, about: Parameters<World['given']['plan']>[0] = {}) {
  const { loanId } = await given.plan({ dueDate: '2026-03-07' as never, charged: { penalty: 7_500 }, ...about })
  return { id: loanId, version: 2 as never }
}
async function quoted({ as, given }: Pick<World, 'as' | 'given'>, about = {}) {
  const loan = await late({ given }, about)
  await as('ops').extensions.quote(loan)
  const [offer] = (await as('ops').extensions.list({ q: `loanId:${loan.id}` })).rows
  return { loan, offer: offer! }
}
/** The customer pays through the link that was sent last. */
async function pay(
  { as, server, clock }: Pick<World, 'as' | 'server' | 'clock'>,
  loanId: string,
  amountMinor: number,
  told: { at?: string; outcome?: 'paying'; utr?: null } = {},
) {
  const { rows } = await server.app.database.query(`select id from payment_links order by id desc limit 1`)
  const event = {
    ...{ ref: 'R1', loanId, linkId: rows[0]!.id, by: 'eWallet', outcome: 'success', amountMinor, currency: 'INR' },
    ...{ at: clock.now().toISOString(), paymentNo: null, utr: '123456789012', upi: null, costMinor: 0, failure: null },
    ...told,
  }
  const payload = JSON.stringify(event)
  await as(null).payments.callback({ payload, signature: server.app.secrets.sign(paymentChannel, payload) })
}

test('a quote tells what an extension costs today and where it leads, and changes nothing', async ({ as, given }) => {
  const { loan, offer } = await quoted({ as, given })

  expect(offer).toMatchObject({
    ...{ state: 'quoted', times: '1/3', oldDue: '2026-03-07', newDue: '2026-03-17', days: 7, validUntil: '2026-03-10' },
    ...{ penalty: rupees('75'), fee: rupees('0'), interest: rupees('35'), extensionFee: rupees('600') },
    ...{ commission: rupees('50'), total: rupees('760'), source: 'staff', childId: null },
  })
  expect((await loanOf({ as }, loan.id)).loan).toMatchObject({ state: 50, dueDate: '2026-03-07' })
})

test('on time it costs interest, fee and commission: 685', async ({ as, given }) => {
  const { offer } = await quoted({ as, given }, { state: 30, dueDate: '2026-03-10', charged: { penalty: 0 } })

  expect(offer).toMatchObject({ total: rupees('685'), newDue: '2026-03-17' })
})

test('paid through its link, the order closes in 80 and the debt lives on in a child order', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loan, offer } = await quoted({ as, given })
  const sent = await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })
  expect(sent).toMatchObject({ state: 'paying' })

  await pay({ as, server, clock }, loan.id, 76_000)

  const [done] = (await as('ops').extensions.list({ q: '' })).rows
  expect(done).toMatchObject({ state: 'done', loanState: 80, childId: expect.stringMatching(/^LN/) })
  const parent = await loanOf({ as }, loan.id)
  expect(parent.plans).toMatchObject([{ state: 'extended', paid: rupees('110') }])
  expect(parent.payments).toMatchObject([{ kind: 'extension', amount: rupees('760'), state: 'success' }])
  expect(parent.timeline.at(-1)).toMatchObject({ event: 'extendOk', from: 43, to: 80 })
  const child = await loanOf({ as }, done!.childId!)
  expect(child.loan).toMatchObject({ state: 30, kind: 'extension', amount: rupees('5000'), dueDate: '2026-03-17' })
  expect(child.plans).toMatchObject([{ repayable: rupees('5000'), interest: rupees('0') }])
  const { rows } = await server.app.database.query(`select extension_minor::int as fee from payments`)
  expect(rows).toEqual([{ fee: 65_000 }])
})

test('a debt is extended so often and no more, all its parents counted', async ({ as, given, server, clock }) => {
  const { loan, offer } = await quoted({ as, given })
  await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })
  await pay({ as, server, clock }, loan.id, 76_000)
  const [done] = (await as('ops').extensions.list({ q: '' })).rows
  const childId = done!.childId!
  await moveTo({ server, clock }, '2026-03-17T06:00:00Z')
  const child = await loanOf({ as }, childId)

  await as('ops').extensions.quote({ id: child.loan.id, version: child.loan.version })

  expect((await as('ops').extensions.list({ q: `loanId:${childId}` })).rows).toMatchObject([{ times: '2/3' }])
  await server.app.database.query(`update loans set terms = jsonb_set(terms, '{extension,timesMax}', '1')`)
  await server.app.database.query(`update extensions set state = 'expired' where state = 'quoted'`)
  const { loan: again } = await loanOf({ as }, childId)
  await expect(as('ops').extensions.quote({ id: again.id, version: again.version })).rejects.toMatchObject({
    fault: 'extension_too_often',
  })
})

test('an offer is good until its day ends: then no link is sent, and late money is money like any other', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loan, offer } = await quoted({ as, given })
  await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })
  await moveTo({ server, clock }, '2026-03-10T18:30:00Z') // midnight where the business runs

  const [over] = (await as('ops').extensions.list({ q: '' })).rows
  expect(over).toMatchObject({ state: 'expired' })
  await expect(as('ops').extensions.sendLink({ id: over!.id, version: over!.version })).rejects.toMatchObject({
    fault: 'quote_expired',
  })
  await pay({ as, server, clock }, loan.id, 76_000)
  const { loan: after, plans } = await loanOf({ as }, loan.id)
  expect(after.state).toBe(50)
  expect(plans).toMatchObject([{ state: 'overdue', paid: rupees('760') }])
})

test('money that was there in time counts, however late the channel says so', async ({ as, given, server, clock }) => {
  const { loan, offer } = await quoted({ as, given })
  await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })
  const paidAt = clock.now().toISOString()
  await moveTo({ server, clock }, '2026-03-11T06:00:00Z')

  await pay({ as, server, clock }, loan.id, 76_000, { at: paidAt })

  expect((await loanOf({ as }, loan.id)).loan.state).toBe(80)
})

test('one open offer at a time; a cancelled or expired one makes room', async ({ as, given, server, clock }) => {
  const { loan, offer } = await quoted({ as, given })
  await expect(as('cs').extensions.quote(loan)).rejects.toMatchObject({ fault: 'quote_open' })
  expect(await as('ops').extensions.cancel({ id: offer.id, version: offer.version })).toMatchObject({
    state: 'expired',
  })
  await as('cs').extensions.quote(loan)
  await moveTo({ server, clock }, '2026-03-11T06:00:00Z')

  await as('cs').extensions.quote({ ...loan, version: (await loanOf({ as }, loan.id)).loan.version })

  expect((await as('ops').extensions.list({ q: 'state:quoted' })).rows).toMatchObject([{ total: rupees('810') }])
})

const linksOf = async ({ server }: Pick<World, 'server'>) =>
  (await server.app.database.query(`select state, expires_at from payment_links order by id`)).rows

test('a cancelled offer takes its link along: what is paid through it is money like any other', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loan, offer } = await quoted({ as, given })
  const sent = await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })

  await as('ops').extensions.cancel({ id: offer.id, version: sent.version })

  expect(await linksOf({ server })).toMatchObject([{ state: 'expired' }])
  await pay({ as, server, clock }, loan.id, 76_000)
  expect((await loanOf({ as }, loan.id)).loan.state).toBe(50)
})

test('the link for the price of an extension is over when the offer is: at midnight', async ({ as, given, server }) => {
  const { offer } = await quoted({ as, given })

  await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })

  const [link] = await linksOf({ server })
  expect(new Date(link!.expires_at as string).toISOString()).toBe('2026-03-10T18:30:00.000Z')
})

test('an offer that the customer is paying is not cancelled', async ({ as, given, server, clock }) => {
  const { loan, offer } = await quoted({ as, given })
  const sent = await as('ops').extensions.sendLink({ id: offer.id, version: offer.version })
  await pay({ as, server, clock }, loan.id, 76_000, { outcome: 'paying', utr: null })

  const cancelling = as('ops').extensions.cancel({ id: offer.id, version: sent.version })

  await expect(cancelling).rejects.toMatchObject({ fault: 'payment_under_way' })
  await pay({ as, server, clock }, loan.id, 76_000)
  expect((await loanOf({ as }, loan.id)).loan.state).toBe(80)
})

test.for([
  ['extension_off', { enabled: false }],
  ['extension_too_late', { maxOverdueDays: 2 }],
  ['extension_too_often', { timesMax: 0 }],
] as const)('it is refused with %s', async ([fault, terms], { as, given, server }) => {
  const loan = await late({ given })
  const patch = JSON.stringify(terms)
  await server.app.database.query(
    `update loans set terms = jsonb_set(terms, '{extension}', terms -> 'extension' || '${patch}')`,
  )

  await expect(as('ops').extensions.quote({ ...loan, version: 3 as never })).rejects.toMatchObject({ fault })

  expect((await as('ops').extensions.list({ q: '' })).rows).toEqual([])
})

test('a quote whose price has changed since is not sent', async ({ as, given }) => {
  const { loan, offer } = await quoted({ as, given })
  const { loan: now } = await loanOf({ as }, loan.id)
  const slip = {
    channel: 'offline',
    bankCode: 'HDFC',
    utr: '123456789012',
    upi: 'a@b',
    repaidOn: '2026-03-10' as never,
  } as const
  await as('cs').writeOffs.partial({ id: now.id, version: now.version, ...slip, amount: rupees('10') })
  const [open] = (await as('manager').writeOffs.list({ q: '' })).rows
  await as('manager').writeOffs.pass({ id: open!.id, version: open!.version })

  const sent = as('ops').extensions.sendLink({ id: offer.id, version: offer.version })

  await expect(sent).rejects.toMatchObject({ fault: 'quote_changed' })
})

test('a closed order is not extended, and only whoever may ask for changes quotes', async ({ as, given }) => {
  const loan = await late({ given }, { state: 40 })

  await expect(as('ops').extensions.quote(loan)).rejects.toMatchObject({ fault: 'not_allowed_now' })
  await expect(as('manager').extensions.quote(loan)).rejects.toMatchObject({ code: 403 })
})
