import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { ofMinor } from '#contract/kernel/money.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

type Seen = Pick<World, 'as' | 'given'>
/** A customer as their list shows them. */
async function seen({ as }: Pick<Seen, 'as'>, id: string, who: Account = 'manager') {
  return (await as(who).customers.list({ q: `id:${id}` })).rows[0]!
}
const rupees = (amount: number) => ofMinor(amount * 100, 'INR')

test('what is no part of who they are is edited; what is left blank stays, and the record has the difference', async ({
  as,
  given,
}) => {
  const id = await given.customer()
  const { version } = await seen({ as }, id)
  const first = await as('cs').customers.edit({ id, version, profession: 'Tailor', income: rupees(32_000) })

  const after = await as('cs').customers.edit({ id, version: first.version, address: '4B Sai Nivas, Pune' })

  expect(after).toMatchObject({ profession: 'Tailor', income: rupees(32_000), address: '4B Sai Nivas, Pune' })
  const { rows } = await as('admin').audit.list({ q: 'command:customers.edit sort:at' })
  expect(rows.map(({ changes }) => changes)).toEqual([
    expect.stringContaining('Profession'),
    expect.stringContaining('Address'),
  ])
  expect(rows[1]!.changes).not.toContain('Profession')
})

test('the list tells how somebody’s order under way stands, and finds whoever has one', async ({ as, given }) => {
  const idle = await given.customer()
  const { loanId } = await given.plan()
  const { customerId } = (await as('manager').loans.orders({ q: `id:${loanId}` })).rows[0]!
  const waiting = await given.loan({ state: loanCode.undecided })

  const { rows } = await as('manager').customers.list({ q: 'is:liveLoan' })

  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([customerId, waiting.customerId]))
  expect(rows.map(({ id }) => id)).not.toContain(idle)
  expect(await seen({ as }, idle)).toMatchObject({ liveLoan: false, overdueDays: null, reviewState: null })
  const order = (await as('manager').loans.orders({ q: `id:${loanId}` })).rows[0]!
  expect(await seen({ as }, customerId)).toMatchObject({ openOrder: loanCode.overdue, overdueDays: order.overdueDays })
  expect(await seen({ as }, waiting.customerId)).toMatchObject({ reviewState: 'unclaimed' })
})

test('whoever was paid out an order has borrowed, whatever has become of it', async ({ as, given, server, raw }) => {
  const waiting = await given.loan({ state: loanCode.manualPassed })
  const { loanId } = await given.case({ collector: 'collector' })
  await as('manager').session.prove({ proof: 'Lendline#1' })
  await as('manager').writeOffs.operational({ id: loanId, version: 2 as never, reason: 'Deceased' })

  const found = (await as('manager').customers.list({ q: 'is:borrowed' })).rows.map(({ id }) => id)
  const { data } = await raw('GET /reports/conversion', { who: 'manager' })

  expect(found).not.toContain(waiting.customerId)
  expect(found).toHaveLength(1)
  expect(data).toMatchObject({
    total: { applied: { value: 2 }, borrowed: { value: 1 }, borrowedStep: { value: 1, per: 2 } },
  })
  const { rows } = await server.app.database.query('select id, paid from customers where borrowed')
  expect(rows).toEqual([{ id: found[0], paid: false }])
})

test('a reviewer sees the customers whose orders they review or have reviewed, and no others', async ({
  as,
  given,
  server,
}) => {
  const { db } = server.app.database
  const before = await given.loan({ reviewer: 'reviewer' })
  const waiting = await given.loan({ state: loanCode.undecided })
  const theirs = async () => (await as('reviewer').customers.list({})).rows.map(({ id }) => id)
  expect(await theirs()).toEqual([before.customerId])

  const [review] = (await as('reviewer').reviews.list({ q: `loanId:${waiting.id} state:unclaimed` })).rows
  await as('reviewer').reviews.open({ id: review!.id, version: review!.version })
  expect((await theirs()).toSorted()).toEqual([before.customerId, waiting.customerId].toSorted())

  await db
    .update(loanRows)
    .set({ reviewerId: staffId('reviewer2') })
    .where(eq(loanRows.id, waiting.id))
  expect(await theirs()).toEqual([before.customerId])
})

test('an edit that is wrong names the field, and changes nothing', async ({ as, given }) => {
  const id = await given.customer()
  const { version } = await seen({ as }, id)
  const edit = (more: object, who: Account = 'cs') => as(who).customers.edit({ id, version, ...more })

  await expect(edit({})).rejects.toMatchObject({ fault: 'no_difference' })
  await expect(edit({ email: 'no address' })).rejects.toMatchObject({ code: 400, fields: [{ field: 'email' }] })
  await expect(edit({ income: ofMinor(100, 'VND') })).rejects.toMatchObject({
    fields: [{ field: 'income' }],
  })
  await expect(edit({ profession: 'Tailor' }, 'collector')).rejects.toMatchObject({ code: 403 })
  expect((await seen({ as }, id)).version).toBe(version)
})

test('an account is frozen and let in again with a reason; whoever keeps the system disables it', async ({
  as,
  given,
}) => {
  const id = await given.customer()
  const before = await seen({ as }, id)

  const frozen = await as('cs').customers.freeze({ id, version: before.version, reason: 'fraud' })

  expect(frozen).toMatchObject({ state: 'frozen', stateReason: 'fraud' })
  const again = as('cs').customers.freeze({ id, version: frozen.version, reason: 'fraud' })
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
  const { version } = frozen
  await expect(as('cs').customers.disable({ id, version, reason: 'died' })).rejects.toMatchObject({ code: 403 })
  const enabled = await as('cs').customers.enable({ id, version, reason: 'ourMistake' })
  expect(enabled).toMatchObject({ state: 'enabled', stateReason: 'ourMistake' })
  const disabled = await as('admin').customers.disable({ id, version: enabled.version, reason: 'died' })
  expect(disabled.state).toBe('disabled')
})

test('a hundred are frozen at once, those who are already are told', async ({ as, given }) => {
  const ids = [await given.customer(), await given.customer(), await given.customer()]
  const { version } = await seen({ as }, ids[0]!)
  await as('manager').customers.freeze({ id: ids[0]!, version, reason: 'fraud' })
  const selection = { listing: 'customers.list', ids }

  const told = await as('manager').batches.preview({
    command: 'customers.freeze',
    selection,
    args: { reason: 'fraud' },
  })

  expect(told).toMatchObject({ eligible: 2, refused: [{ fault: 'not_allowed_now', count: 1 }] })
})
