import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { expireRequests } from '#server/modules/approvals/expire.ts'
import { expiryCalls } from '#server/modules/approvals/pending-requests.ts'
import { drawn, onDay, statementsOf } from '#tests/server/commission-statements/support.ts'
import { failed as failedCheck, its as theCheck } from '#tests/server/conduct-checks/support.ts'
import { owing, tell } from '#tests/server/payments/support.ts'
import { failed as failedInspection, its as theInspection } from '#tests/server/quality-inspections/support.ts'
import { first, type Here, held, later, pay, rowsOf, test } from '#tests/server/recoveries/support.ts'
import { slip } from '#tests/server/write-offs/support.ts'
import type { Account } from '#tests/support/server.ts'

const waitDays = 30
const note = 'notDecided'
const rupees = (amount: string) => money(amount, 'INR')
const productId = 'IN-7' as IdOf<'product'>

/** A request that somebody has asked for on a page; what is true of it while it waits, and once it was turned down. */
interface Filed {
  readonly page: PageId
  readonly asker: Account
  waits(): Promise<unknown>
  readonly waiting: object
  readonly released: object
  /** Asks for the same again: nothing of the first one is in the way. */
  again?(): Promise<unknown>
}

/** By the command that would have decided it: how one is filed. */
const filers: Readonly<Record<string, (here: Here & { readonly colleague: IdOf<'collector'> }) => Promise<Filed>>> = {
  async 'writeOffs.pass'(here) {
    const { as, given } = here
    const { loanId } = await given.plan()
    const ask = async (amount: string) => {
      const { loan } = await as('ops').loans.detail({ id: loanId })
      return as('ops').writeOffs.partial({ id: loanId, version: loan.version, ...slip, amount: rupees(amount) })
    }
    await ask('2000')
    const waits = async () => ({
      plans: (await as('ops').loans.detail({ id: loanId })).plans.map(({ openRequest }) => openRequest),
      requests: (await as('executive').writeOffs.list({ q: `loanId:${loanId}` })).rows.map((row) => row.state),
    })
    return {
      ...{ page: 'writeOffs', asker: 'ops', waits, again: () => ask('1000') },
      waiting: { plans: [true], requests: ['pending'] },
      released: { plans: [false], requests: ['rejected'] },
    }
  },

  async 'reductions.pass'({ as, given }) {
    const { id } = await given.plan()
    const planOf = async () => (await as('ops').plans.list({ q: `id:${id}` })).rows[0]!
    const ask = async () =>
      as('cs').reductions.request({ id, version: (await planOf()).version, amount: rupees('100'), reason: 'illness' })
    await ask()
    const waits = async () => ({
      open: (await planOf()).openRequest,
      requests: (await as('executive').reductions.list({ q: `planId:${id}` })).rows.map((row) => [row.state, row.note]),
    })
    return {
      ...{ page: 'reductions', asker: 'cs', waits, again: ask },
      waiting: { open: true, requests: [['pending', null]] },
      released: { open: false, requests: [['rejected', note]] },
    }
  },

  async 'cardChanges.pass'({ as, given }) {
    await given.parameter('cardChange.fourEyes', true)
    const { id, customerId } = await given.loan()
    const card = { holder: 'Asha Rao' as never, bank: 'ICICI', ifsc: 'ICIC0000456', account: '60123456789' }
    const ask = async () => {
      const { loan } = await as('cs').loans.detail({ id })
      return as('cs').loans.changeCard({ id, version: loan.version, ...card, reason: 'Account closed' })
    }
    await ask()
    const waits = async () => ({
      changes: (await as('manager').cardChanges.list({ q: `loanId:${id}` })).rows.map((row) => [row.state, row.note]),
      bound: (await as('cs').customers.cards({ id: customerId })).cards
        .filter(({ state }) => state === 'bound')
        .map(({ bank }) => bank),
    })
    return {
      ...{ page: 'orderChanges', asker: 'cs', waits, again: ask },
      waiting: { changes: [['pending', null]], bound: ['HDFC'] },
      released: { changes: [['rejected', note]], bound: ['HDFC'] },
    }
  },

  async 'payments.reverse'(here) {
    const { as, given } = here
    await given.parameter('payment.reversal', true)
    const { loanId } = await owing(here)
    await tell(here, { loanId })
    const payment = async () => (await as('admin').payments.list({ q: `loanId:${loanId}` })).rows[0]!
    const ask = async () => {
      const { id, version } = await payment()
      return as('ops').payments.askReversal({ id, version, reason: 'Returned by the bank' })
    }
    await ask()
    const waits = async () => ({ asked: (await payment()).reversal, state: (await payment()).loanState })
    return {
      ...{ page: 'payments', asker: 'ops', waits, again: ask },
      waiting: { asked: 'asked', state: 40 },
      released: { asked: null, state: 40 },
    }
  },

  async 'products.pass'({ as, given }) {
    await given.product()
    const row = async () => (await as('ops').products.list({ q: 'id:IN-7' })).rows[0]!
    const penalty = () => as('cs').products.penalty({ productId })
    const ask = async (effectiveFrom = '2026-03-10' as LocalDate) => {
      const [{ id, version }, { inForce }] = [await row(), await penalty()]
      return as('ops').products.editPenalty({
        ...{ id, version, effectiveFrom },
        penalty: { ...inForce!.value, graceDays: 3 },
      })
    }
    await ask()
    const waits = async () => ({
      waiting: (await row()).waiting,
      graceDays: (await penalty()).inForce!.value.graceDays,
    })
    return {
      ...{ page: 'products', asker: 'ops', waits, again: () => ask('2026-04-20' as LocalDate) },
      waiting: { waiting: 1, graceDays: 0 },
      released: { waiting: 0, graceDays: 0 },
    }
  },

  async 'qualityInspections.overturn'(here) {
    const { as } = here
    const one = await failedInspection(here)
    await as('reviewer').qualityInspections.appeal({ ...theInspection(one), reason: 'nearestCode' })
    const waits = async () => (await as('manager').qualityInspections.list({ q: `id:${one.id}` })).rows[0]!
    return {
      ...{ page: 'qualityQueue', asker: 'reviewer', waits },
      waiting: { appealState: 'pending', outcome: 'fail' },
      released: { appealState: 'upheld', outcome: 'fail', appealRemark: note },
    }
  },

  async 'conductChecks.overturn'(here) {
    const { as } = here
    const one = await failedCheck(here)
    await as('collector').conductChecks.appeal({ ...theCheck(one), reason: 'That was the television' })
    const waits = async () => (await as('manager').conductChecks.list({ q: `id:${one.id}` })).rows[0]!
    return {
      ...{ page: 'conductChecks', asker: 'collector', waits },
      waiting: { appealState: 'pending', outcome: 'fail' },
      released: { appealState: 'upheld', outcome: 'fail', appealRemark: note },
    }
  },

  async 'recoveries.pass'(here) {
    const { as, colleague } = here
    const { loanId } = await held(here)
    await pay(here, loanId, 521_000)
    const ask = async () => {
      const [row] = await rowsOf(here)
      const about = { id: row!.id, version: row!.version, to: colleague, reason: 'promisedToMe' }
      return as('leader').recoveries.dispute(about)
    }
    await ask()
    const waits = async () => (await rowsOf(here))[0]!
    return {
      ...{ page: 'recoveries', asker: 'leader', waits },
      waiting: { state: 'disputed', disputeState: 'pending' },
      released: { state: 'attributed', disputeState: 'refused', collector: { id: first }, note },
    }
  },

  async 'commissionStatements.close'(here) {
    const { as } = here
    const { loanId } = await held(here)
    await pay(here, loanId, 100_000)
    await onDay(here, '2026-04-01')
    await drawn(here, '2026-03')
    const statement = async () => (await statementsOf(here))[0]!
    const ask = async () => {
      const { id, version } = await statement()
      return as('leader').commissionStatements.confirm({ id, version })
    }
    await ask()
    return {
      ...{ page: 'commissionStatements', asker: 'leader', waits: statement, again: ask },
      waiting: { state: 'confirmed', confirmedBy: { id: 'S-leader' } },
      released: { state: 'drawn', confirmedBy: null, note },
    }
  },
}

test('every request that waits on a page of its own is filed below', () => {
  expect(Object.keys(filers).toSorted()).toEqual([...expiryCalls.keys()].toSorted())
})

test.for(Object.entries(filers))(
  '%s: what nobody decides on in time is turned down, its asker is told, and what it held is free',
  async ([command, file], { as, given, server, clock, colleague }) => {
    const here = { as, given, server, clock, colleague }
    const { page, asker, waits, waiting, released, again } = await file(here)
    expect(await waits()).toMatchObject(waiting)
    const own = async (state: 'pending' | 'lapsed') =>
      (await as(asker).approvals.list({ q: `state:${state} command:${command} maker:@me` })).rows
    expect(await own('pending')).toMatchObject([{ page }])

    await later(here, waitDays - 1)
    await expireRequests.run(server.app)
    expect(await waits()).toMatchObject(waiting)
    await later(here, 1)
    await expireRequests.run(server.app)

    expect(await waits()).toMatchObject(released)
    expect(await own('pending')).toEqual([])
    expect(await own('lapsed')).toMatchObject([{ page, command }])
    const { piles } = await as(asker).overview.waiting()
    expect(piles.find(({ id }) => id === 'lapsed')).toMatchObject({ count: 1 })
    const [call] = expiryCalls.get(command)!
    const { rows: record } = await as('executive').audit.list({ q: `command:${call} outcome:done` })
    expect(record).toMatchObject([{ actor: 'lapseRequests' }])
    if (again) await expect(again()).resolves.toBeDefined()
  },
)
