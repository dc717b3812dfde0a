import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { test, type World } from '#tests/support/server.ts'

const card = {
  holder: 'Asha Rao' as never,
  bank: 'ICICI',
  ifsc: 'ICIC0000456',
  account: '60123456789',
  reason: 'Account closed',
}
const cardsOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'customer'>) =>
  (await as('cs').customers.cards({ id })).cards.map(({ bank, account, state }) => [bank, account, state])

test.for([20, 26, 31] as const)(
  'an order in %i is paid out to its new card from then on',
  async (state, { as, given, server }) => {
    const { id, version, customerId } = await given.loan({ state })

    const changed = await as('cs').loans.changeCard({ id, version, ...card })

    expect(changed.state).toBe(state)
    expect((await cardsOf({ as }, customerId)).toSorted()).toEqual([
      ['HDFC', '****0000', 'unbound'],
      ['ICICI', '****6789', 'bound'],
    ])
    const { rows } = await as('ops').cardChanges.list({ q: '' })
    expect(rows).toMatchObject([
      {
        loanId: id,
        state: 'passed',
        oldAccount: '****0000',
        newAccount: '****6789',
        similarity: 1_000_000,
        checker: null,
      },
    ])
    const { timeline } = await as('ops').loans.detail({ id })
    expect(timeline.at(-1)).toMatchObject({ from: state, to: state, event: 'changeCard', reason: 'Account closed' })
    const { rows: told } = await server.app.database.query(`select input from audit where command = 'loans.changeCard'`)
    expect(JSON.stringify(told)).not.toContain(card.account)
  },
)

test('a failed pay-out goes to the new card when it is sent again', async ({ as, given, server }) => {
  const { id, version } = await given.loan({ card: { state: 'unbound' } })
  const { version: next } = await as('ops').loans.changeCard({ id, version, ...card })

  await as('ops').loans.redisburse({ id, version: next })

  const { rows } = await server.app.database.query(
    `select c.bank from payouts p join cards c on c.id = p.card_id where p.loan_id = '${id}' order by p.attempt desc`,
  )
  expect(rows[0]).toEqual({ bank: 'ICICI' })
})

test.for([
  ['a holder who is called otherwise', { holder: 'Vikram Patel' }, 'name_mismatch'],
  ['no branch', { ifsc: undefined }, 'ifsc_malformed'],
  ['a branch there cannot be', { ifsc: 'HDFC1000123' }, 'ifsc_malformed'],
  ['the card it has', { account: '501002340000' }, 'same_card'],
] as const)('%s is refused and changes nothing', async ([, wrong, fault], { as, given }) => {
  const { id, version, customerId } = await given.loan()

  const refused = as('cs').loans.changeCard({ id, version, ...card, ...(wrong as object) })

  await expect(refused).rejects.toMatchObject({ code: 400, fault })
  expect(await cardsOf({ as }, customerId)).toEqual([['HDFC', '****0000', 'bound']])
})

test.for(['12345', '1234567890123456789012', '12 34 56 78', 'ABCDEF1234'])(
  'the account %s is refused by its field',
  async (account, { as, given }) => {
    const { id, version } = await given.loan()

    const refused = as('cs').loans.changeCard({ id, version, ...card, account })

    await expect(refused).rejects.toMatchObject({ fields: [{ field: 'account' }] })
  },
)

test('while the money is on its way the card stays', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })

  await expect(as('cs').loans.changeCard({ id, version, ...card })).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('where two people are needed, a change counts once the second has approved it', async ({ as, given }) => {
  await given.parameter('cardChange.fourEyes', true)
  const { id, version, customerId } = await given.loan()
  const told = async () => (await as('cs').loans.detail({ id })).timeline.map(({ event, actor }) => [event, actor])

  const { version: next } = await as('cs').loans.changeCard({ id, version, ...card })

  expect(await cardsOf({ as }, customerId)).toContainEqual(['HDFC', '****0000', 'bound'])
  expect((await told()).at(-1)).toEqual(['requestCardChange', 'Customer service'])
  const again = as('cs').loans.changeCard({ id, version: next, ...card, account: '70123456789' })
  await expect(again).rejects.toMatchObject({ fault: 'change_open' })
  const [change] = (await as('manager').cardChanges.list({ q: 'state:pending' })).rows
  await expect(as('cs').cardChanges.pass({ id: change!.id, version: change!.version })).rejects.toMatchObject({
    code: 403,
  })
  const passed = await as('manager').cardChanges.pass({ id: change!.id, version: change!.version, note: 'Called' })
  expect(passed).toMatchObject({ state: 'passed', checker: { name: 'Manager' }, note: 'Called' })
  expect(await cardsOf({ as }, customerId)).toContainEqual(['ICICI', '****6789', 'bound'])
  expect((await told()).at(-1)).toEqual(['changeCard', 'Manager'])
})

test.for([false, true])(
  'no money leaves while a change waits for approval, passed on or not: %s',
  async (passes, { as, given, server }) => {
    await given.parameter('cardChange.fourEyes', true)
    await given.parameter('disburse.manual', true)
    const [failed, approved] = [await given.loan(), await given.loan({ state: 26 })]
    const asked = await as('cs').loans.changeCard({ id: failed.id, version: failed.version, ...card })
    const about = await as('cs').loans.changeCard({ id: approved.id, version: approved.version, ...card })
    const again = { id: failed.id, version: asked.version }
    const first = { id: approved.id, version: about.version }

    await expect(as('ops').loans.redisburse(again)).rejects.toMatchObject({ fault: 'card_change_open' })
    await expect(as('ops').loans.disburse(first)).rejects.toMatchObject({ fault: 'card_change_open' })
    await given.parameter('disburse.manual', false)
    await server.app.taskRunners.get('doDisburse')!(server.app)
    expect((await as('ops').loans.detail({ id: approved.id })).loan.state).toBe(26)

    const { rows } = await as('manager').cardChanges.list({ q: `state:pending loanId:${failed.id}` })
    const decision = { id: rows[0]!.id, version: rows[0]!.version, note: 'Called' }
    await as('manager').cardChanges[passes ? 'pass' : 'reject'](decision)
    const { loan } = await as('ops').loans.detail({ id: failed.id })
    await as('ops').loans.redisburse({ id: loan.id, version: loan.version })
    const sent = await server.app.database.query(
      `select c.bank from payouts p join cards c on c.id = p.card_id where p.loan_id = '${failed.id}' order by p.attempt desc`,
    )
    expect(sent.rows[0]).toEqual({ bank: passes ? 'ICICI' : 'HDFC' })
  },
)

test('nobody approves their own change, and none counts for an order that has ended meanwhile', async ({
  as,
  given,
  server,
}) => {
  await given.parameter('cardChange.fourEyes', true)
  const { id, version } = await given.loan()
  const { query } = server.app.database
  await query(`update role_grants set codes = codes | 256 where role_id = 'MGR' and page = 'orderChanges'`)
  await query(`update roles set name = name where id = 'MGR'`)
  const asked = await as('manager').loans.changeCard({ id, version, ...card })
  const [change] = (await as('executive').cardChanges.list({ q: 'state:pending' })).rows
  const decision = { id: change!.id, version: change!.version }

  await expect(as('manager').cardChanges.pass(decision)).rejects.toMatchObject({ fault: 'own_request' })
  await as('ops').loans.cancelDisbursement({ id, version: asked.version, reason: 'Not needed' })
  await expect(as('executive').cardChanges.pass(decision)).rejects.toMatchObject({ fault: 'not_allowed_now' })
  expect(await as('executive').cardChanges.reject({ ...decision, note: 'Too late' })).toMatchObject({
    state: 'rejected',
  })

  await query(`update role_grants set codes = codes & ~256 where role_id = 'MGR' and page = 'orderChanges'`)
  await query(`update roles set name = name where id = 'MGR'`)
})
