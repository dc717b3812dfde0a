import { loans } from '#contract/loans/calls.ts'
import { grid } from '#src/grid/define.ts'

/** Customers to verify by phone before their money leaves. Who has waited longest comes first. */
export default grid(loans.verifications, {
  page: 'teleVerifications',
  keys: 'g x',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('callState', { width: 120 }),
    col.count('calls', { alarm: [2, 3], width: 76 }),
    col.instant('callAt', { width: 176 }),
    col.name('name', { grow: 1 }),
    col.masked('phone'),
    col.choice('state', { width: 190 }),
    col.money('amount'),
    col.ref('caller'),
    col.text('callTask', { width: 150 }),
    col.instant('calledAt'),
    col.flag('callDue', { hidden: true, width: 100 }),
    col.instant('verifiedAt', { hidden: true }),
    col.id('verificationId', { hidden: true }),
    col.instant('appliedAt', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.money('received', { hidden: true }),
  ],
  views: {
    toCall: { callDue: true, sort: 'callAt' },
    onThePhone: { callState: ['executing'] },
    verified: { callState: ['connected'], sort: '-calledAt' },
    exhausted: { calls: '>2', callState: ['notConnected'] },
    everybody: {},
  },
  open: ({ id }) => `/detail?id=${id}`,
  timeline: { of: loans.detail, id: 'id' },
})
