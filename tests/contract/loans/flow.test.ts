import { expect, test } from 'vitest'
import {
  closureOf,
  finalStateOf,
  isFinal,
  isLive,
  type LoanEvent,
  type LoanState,
  loanCode,
  loanFlow,
  loanGroups,
  resumeEvent,
  settlementEvent,
} from '#contract/loans/flow.ts'

const every: LoanState[] = [10, 20, 21, 22, 23, 26, 27, 29, 30, 31, 40, 41, 43, 50, 70, 80, 90, 100, 110]

test('every code of the business is a state, and nothing else is', () => {
  expect(loanFlow.states).toEqual(every)
  expect(Object.values(loanCode).toSorted((a, b) => a - b)).toEqual(every)
})

test.each<[LoanEvent, LoanState[]]>([
  ['claimReview', [22]],
  ['inspect', [20, 21, 26, 27, 29, 30, 31, 40, 41, 43, 50, 70, 80, 90, 100, 110]],
  ['teleVerify', [20, 22, 26, 31]],
  ['disburse', [20, 26]],
  ['redisburse', [31]],
  ['cancelLoan', [10, 20, 22, 23, 26]],
  ['cancelDisbursement', [31]],
  ['resubmit', [23, 31]],
  ['requestCardChange', [20, 26, 31]],
  ['changeCard', [20, 26, 31]],
  ['sendPaymentLink', [30, 50, 90]],
  ['receivePayment', [30, 50, 90]],
  ['enterProof', [30, 43, 50, 90]],
  ['verifyProof', [30, 43, 50, 90]],
  ['requestReduction', [30, 50, 90]],
  ['writeOffFull', [30, 50, 90]],
  ['writeOffPartial', [30, 50, 90]],
  ['writeOffRollover', [30, 50]],
  ['quoteExtension', [30, 50]],
  ['writeOffOperational', [30, 50, 90]],
  ['writeOffBatch', [30, 50, 90]],
  ['followUp', [30, 43, 50, 90]],
  ['followUpLead', [21, 23, 31, 40, 41, 70]],
  ['queryPayout', [29, 30, 40, 41, 43, 50, 80, 90, 100, 110]],
  ['openTicket', every],
  ['blacklist', [10, 20, 21, 22, 23, 26, 27, 30, 31, 40, 41, 50, 70, 80, 90, 110]],
])('%s is allowed in exactly these codes: %j', (action, codes) => {
  const allowed = every.filter((state) => loanFlow.can(action)({ state }).ok)

  expect(allowed).toEqual(codes)
})

const leadsTo: { readonly [Event in LoanEvent]?: Partial<Record<LoanState, LoanState>> } = {
  machinePass: { 10: 20 },
  machineFail: { 10: 21 },
  machineUndecided: { 10: 22 },
  quotaFail: { 10: 23 },
  manualPass: { 22: 26 },
  manualReject: { 22: 27 },
  reinspect: { 20: 22, 26: 22 },
  disburse: { 20: 29, 26: 29 },
  disburseOk: { 29: 30 },
  disburseFail: { 29: 31 },
  redisburse: { 31: 29 },
  resubmit: { 23: 10, 31: 10 },
  cancelLoan: { 10: 70, 20: 70, 22: 70, 23: 70, 26: 70 },
  cancelDisbursement: { 31: 70 },
  expire: { 20: 70, 23: 70, 26: 70, 31: 70 },
  becomeOverdue: { 30: 50 },
  badDebt: { 50: 90 },
  cure: { 50: 30 },
  startPay: { 30: 43, 50: 43, 90: 43 },
  settle: { 43: 40 },
  settleReduced: { 43: 41 },
  resumeDue: { 43: 30 },
  resumeOverdue: { 43: 50 },
  resumeBadDebt: { 43: 90 },
  extendOk: { 30: 80, 43: 80, 50: 80 },
  writeOffRollover: { 30: 80, 50: 80 },
  writeOffFull: { 30: 40, 50: 40, 90: 40 },
  writeOffFullReduced: { 30: 41, 50: 41, 90: 41 },
  reducePassClears: { 30: 41, 50: 41, 90: 41 },
  writeOffOperational: { 30: 100, 50: 100, 90: 100 },
  writeOffBatch: { 30: 110, 50: 110, 90: 110 },
  reverseDue: { 40: 30, 41: 30 },
  reverseOverdue: { 40: 50, 41: 50 },
}
/** Acts that leave every code as it is. */
const staying: Partial<Record<LoanEvent, LoanState[]>> = {
  changeCard: [20, 26, 31],
  sendPaymentLink: [30, 50, 90],
  receivePayment: [30, 50, 90],
  requestReduction: [30, 50, 90],
  reducePass: [30, 50, 90],
  writeOffPartial: [30, 50, 90],
}
const from = (event: LoanEvent) =>
  Object.fromEntries(loanFlow.from(event).map((state) => [state, loanFlow.after(state, event)]))

test.each(Object.entries(leadsTo))('%s leads so, and from nowhere else: %j', (event, ways) => {
  // the keys of a literal are known to be events
  expect(from(event as LoanEvent)).toEqual(ways)
})

test.each(Object.entries(staying))('%s leaves the code as it is: %j', (event, states) => {
  expect(from(event as LoanEvent)).toEqual(Object.fromEntries(states.map((state) => [state, state])))
})

test('only these events change a code', () => {
  const moving = every.flatMap((state) =>
    loanFlow.events(state).filter((event) => loanFlow.after(state, event) !== state),
  )

  expect([...new Set(moving)].toSorted()).toEqual(Object.keys(leadsTo).toSorted())
})

test('every code belongs to one part of the life of an order', () => {
  expect(
    Object.values(loanGroups)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(every)
})

test.each([21, 27, 40, 41, 70, 80, 100, 110] as const)(
  'no path leads out of %i, but that the payment which settled it is reversed',
  (state) => {
    const others = loanFlow.events(state).filter((event) => !event.startsWith('reverse'))
    const reached = new Set(others.map((event) => loanFlow.after(state, event)))

    expect(isFinal(state)).toBe(true)
    expect([...reached]).toEqual([state])
  },
)

test('every code that is not final leads to a final one', () => {
  const next = (state: LoanState) => loanFlow.events(state).map((event) => loanFlow.after(state, event)!)
  const reaches = (state: LoanState, seen: Set<LoanState>): boolean =>
    isFinal(state) || next(state).some((to) => !seen.has(to) && reaches(to, new Set([...seen, to])))

  expect(every.filter((state) => !isFinal(state))).toEqual([10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90])
  expect(every.filter((state) => !reaches(state, new Set([state])))).toEqual([])
})

test('money is owed in the live codes alone', () => {
  expect(every.filter(isLive)).toEqual([30, 43, 50, 90])
})

test.each([
  ['notClosed', [30, 43, 50, 90]],
  ['repaidClosed', [40, 41]],
  ['extensionClosed', [80]],
  ['writeOffClosed', [100, 110]],
  [null, [10, 20, 21, 22, 23, 26, 27, 29, 31, 70]],
])('the closure is %s for %j', (closure, states) => {
  expect(every.filter((state) => closureOf(state) === closure)).toEqual(states)
})

test.each([
  ['rejected', [21, 27]],
  ['cancelled', [70]],
  ['repaid', [40, 41]],
  ['extended', [80]],
  ['writtenOff', [100, 110]],
  [null, [10, 20, 22, 23, 26, 29, 30, 31, 43, 50, 90]],
])('the final state is %s for %j', (ended, states) => {
  expect(every.filter((state) => finalStateOf(state) === ended)).toEqual(states)
})

test.each([
  ['settle', 43, 0, 40],
  ['settle', 43, 1, 41],
  ['writeOffFull', 50, 0, 40],
  ['writeOffFull', 50, 1, 41],
] as const)('%s from %i with %i reduced ends in %i', (event, state, reducedMinor, to) => {
  expect(loanFlow.after(state, settlementEvent(event, reducedMinor))).toBe(to)
})

test.each([
  [30, false, 30],
  [50, true, 50],
  [90, true, 90],
  [30, true, 50],
  [50, false, 30],
  [90, false, 90],
] as const)('43 leads a %i back, overdue %s, to %i', (cameFrom, overdue, to) => {
  expect(loanFlow.after(43, resumeEvent(cameFrom, overdue))).toBe(to)
})
