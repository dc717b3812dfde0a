import { loans } from '#contract/loans/calls.ts'
import { plans } from '#contract/plans.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Repayment plans: every instalment, what it asks for and what was paid. */
export default grid(plans.list, {
  page: 'plans',
  keys: 'g p',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.text('period', { width: 76 }),
    col.choice('state', { width: 130 }),
    col.name('name'),
    col.masked('phone'),
    col.date('dueDate'),
    col.count('overdueDays', { alarm: [1, 15] }),
    col.money('amountDue'),
    col.money('penalty'),
    col.money('paid'),
    col.money('repayable'),
    col.instant('settledAt', { grow: 1 }),
    col.id('id', { hidden: true }),
    col.money('principal', { hidden: true }),
    col.money('interest', { hidden: true }),
    col.money('fee', { hidden: true }),
    col.money('feeAfter', { hidden: true }),
    col.money('penaltyAfter', { hidden: true }),
    col.money('amountAfter', { hidden: true }),
    col.money('reducible', { hidden: true, width: 128 }),
    col.instant('reducedAt', { hidden: true }),
    col.money('extensionFee', { hidden: true }),
    col.money('commission', { hidden: true }),
    col.ref('product', { hidden: true }),
    col.choice('loanState', { hidden: true }),
    col.flag('openRequest', { hidden: true, width: 112 }),
    col.flag('remindedToday', { hidden: true, width: 130 }),
  ],
  views: {
    all: {},
    dueToday: { state: ['dueToday'] },
    dueTomorrow: { dueDate: ':tomorrow', state: ['notDue'] },
    overdue: { state: ['overdue'], sort: 'dueDate' },
    open: { state: ['notDue', 'dueToday', 'overdue'], sort: 'dueDate' },
    settled: { state: ['paid', 'paidReduced', 'extended', 'writtenOff'], sort: '-settledAt' },
  },
  open: ({ loanId }) => `/detail?id=${loanId}`,
  timeline: { of: loans.detail, id: 'loanId' },
  table: { of: relatedRows(plans.penalties, 'days', ['overdueDays', 'rate', 'penalty', 'sum']), id: 'id' },
})
