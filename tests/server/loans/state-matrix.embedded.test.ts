import { expect } from 'vitest'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { rightsOf } from '#contract/kernel/grants.ts'
import { type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { grantsOf, type RoleMark, roleMarks, roles } from '#server/seed/roles.ts'
import { unitOf } from '#server/seed/units.ts'
import { commands } from '#src/catalogue.ts'
import type { AnyRow } from '#src/command/command.ts'
import { availabilityOf } from '#src/command/run/availability.ts'
import { type Answer, test } from '#tests/support/server.ts'

/** What may be done to an order, in which codes. Written down from the business, not from the machine. */
const allowed: Readonly<Record<string, readonly LoanState[]>> = {
  'loans.reinspect': [20, 26],
  'loans.disburse': [20, 26],
  'loans.redisburse': [31],
  'loans.resubmit': [23, 31],
  'loans.cancelLoan': [10, 20, 22, 23, 26],
  'loans.cancelDisbursement': [31],
  'loans.changeCard': [20, 26, 31],
  'loans.callCustomer': [20, 22, 26, 31],
  'loans.queryPayout': [29, 30, 40, 41, 43, 50, 80, 90, 100, 110],
  'teleVerifications.begin': [20, 22, 26, 31],
  'teleVerifications.connected': [20, 22, 26, 31],
  'teleVerifications.notConnected': [20, 22, 26, 31],
  'loans.badDebt': [50],
  'extensions.quote': [30, 50],
  'messages.remind': [30, 50, 90],
  'payments.sendLink': [30, 50, 90],
  'reductions.requestLoan': [30, 50, 90],
  'tickets.open': loanFlow.states,
  'payments.sendExitLink': [30],
  'proofs.enter': [30, 43, 50, 90],
  'writeOffs.full': [30, 50, 90],
  'writeOffs.partial': [30, 50, 90],
  'writeOffs.rollover': [30, 50],
  'writeOffs.operational': [30, 50, 90],
}
const slip = {
  ...{ amount: { minor: 1, currency: 'INR' }, channel: 'offline', bankCode: 'HDFC', utr: '123456789012' },
  ...{ upi: 'a@b', repaidOn: '2026-03-10' },
}
const args: Readonly<Record<string, object>> = {
  'loans.reinspect': { reason: 'x' },
  'loans.cancelLoan': { reason: 'x' },
  'loans.cancelDisbursement': { reason: 'x' },
  'loans.badDebt': { reason: 'x' },
  'reductions.requestLoan': { amount: { minor: 1, currency: 'INR' }, reason: 'x' },
  'tickets.open': { kind: 'other', title: 'x', content: 'x' },
  'proofs.enter': { ...slip, repaidOn: undefined, paidOn: '2026-03-10', images: ['x'] },
  'writeOffs.full': slip,
  'writeOffs.partial': slip,
  'writeOffs.rollover': slip,
  'writeOffs.operational': { reason: 'x' },
  'loans.changeCard': { holder: 'Asha Rao', bank: 'ICICI', ifsc: 'ICIC0000456', account: '60123456789', reason: 'x' },
}
const codes = loanFlow.states
/** Who reaches an order only while their collection has it. */
const holders: readonly RoleMark[] = ['CTL', 'COL', 'SPE']
/** Acts that begin on a page of their own, by the command that leads there. */
const begins: Readonly<Record<string, string>> = { 'proofs.enter': 'proofs.openEnter' }

const acts: Endpoint[] = [...registryOf(modules).entries.values()]
  .map(({ endpoint }) => endpoint)
  .filter(({ subject }) => subject?.noun === 'loans')

test('every act on an order says in which codes it is allowed', () => {
  expect(acts.map(({ id }) => id).toSorted()).toEqual(Object.keys(allowed).toSorted())
})

test.for(roleMarks)(
  'in every code %s is refused by the server what the role does not grant, and what the code forbids, and nothing else',
  { timeout: 600_000 },
  async (mark, { raw, tokenOf, given, server }) => {
    const { account } = roles[mark]
    const rights = rightsOf(grantsOf(mark))
    await given.parameter('disburse.manual', true)
    await tokenOf(account)
    await server.app.database.query(`update sessions set proven_at = started_at`)
    const held = async (state: LoanState) => {
      const { loanId } = await given.case({ state, collector: 'collector' })
      return { id: loanId, version: 2 }
    }
    const orders = new Map<LoanState, { id: string; version: number }>()
    for (const state of codes) {
      const sent = state === 29 ? { attempts: 1, payout: 'paying' as const } : {}
      // a reviewer reaches what they review, collection what it holds: theirs are all of them
      const reviewed = () => given.loan({ state, ...sent, ...(mark === 'REV' && { reviewer: 'reviewer' }) })
      orders.set(state, holders.includes(mark) ? await held(state) : await reviewed())
    }
    if (mark === 'SPE') await server.app.database.query(`update cases set agency_id = '${unitOf.SPE}'`)
    const ask = async ({ id, at }: Endpoint, order: { id: string; version: number }): Promise<Answer> =>
      raw(at, {
        who: account,
        headers: { 'content-type': 'application/json', 'x-rehearse': '1' },
        body: JSON.stringify({ ...order, ...args[id] }),
      })

    for (const act of acts) {
      const granted = rights.may(act.requires)
      const unknown = await ask(act, { id: 'LN0', version: 1 })
      // who is refused before the order is looked for is refused whatever its code
      expect([act.id, unknown.fault]).toEqual([act.id, granted ? 'not_found' : 'forbidden'])
      if (!granted) continue
      const told = await Promise.all(codes.map(async (state) => [state, await ask(act, orders.get(state)!)] as const))
      const forbidden = told.filter(([, { code }]) => code === 403).map(([state]) => state)
      const refused = told.filter(([, { fault }]) => fault === 'not_allowed_now').map(([state]) => state)
      expect([act.id, forbidden]).toEqual([act.id, []])
      expect([act.id, refused]).toEqual([act.id, codes.filter((state) => !allowed[act.id]!.includes(state))])
    }
  },
)

test('the palette offers an act in exactly the codes the server allows it in', () => {
  const row = (state: LoanState, called: boolean) =>
    ({ id: 'LN1', version: 1, state, calls: 0, callState: called ? 'executing' : 'notExecuted' }) as AnyRow
  const offered = (id: string) => {
    const command = commands.find((one) => one.id === (begins[id] ?? id))!
    const selection = { listing: 'loans.applications', ids: ['LN1'] }
    return codes.filter((state) =>
      // one whose customer is being called, and one that nobody has touched
      [true, false].some((called) => {
        const known = [row(state, called)]
        const meant = {
          noun: 'loans',
          listing: 'loans.applications',
          count: 1,
          loadedRows: known,
          marked: false,
          selection,
          query: null,
        }
        return availabilityOf(command, meant).eligible === 1
      }),
    )
  }

  for (const [id, states] of Object.entries(allowed)) expect([id, offered(id)]).toEqual([id, states])
})
