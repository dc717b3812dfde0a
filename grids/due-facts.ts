import { dueFacts } from '#contract/due-facts.ts'
import { grid } from '#src/grid/define.ts'

/** Instalments as they were known: what the numbers of repayment statistics count. */
export default grid(dueFacts.list, {
  page: 'dueFacts',
  columns: (col) => [
    col.id('loanId', { pin: true }),
    col.id('planId', { width: 150 }),
    col.date('dueDate'),
    col.ref('product', { width: 130 }),
    col.choice('kind', { width: 110 }),
    col.money('amountDue'),
    col.money('unpaidT0'),
    col.money('unpaidT3'),
    col.money('unpaidT10'),
    col.money('unpaidT30'),
    col.money('open'),
    col.date('settledOn', { grow: 1 }),
    col.flag('extended', { hidden: true, width: 100 }),
    col.flag('firstLoan', { hidden: true, width: 110 }),
    col.ref('app', { hidden: true }),
    col.ref('channel', { hidden: true }),
    ...(['unpaidT1', 'unpaidT2', 'unpaidT4', 'unpaidT5', 'unpaidT7', 'unpaidT15', 'unpaidT20'] as const).map((field) =>
      col.money(field, { hidden: true }),
    ),
    ...(['recoveredT1', 'recoveredT2', 'recoveredT3', 'recoveredT4', 'recoveredT5'] as const).map((field) =>
      col.money(field, { hidden: true }),
    ),
    ...(['recoveredT7', 'recoveredT10', 'recoveredT15', 'recoveredT20', 'recoveredT30'] as const).map((field) =>
      col.money(field, { hidden: true }),
    ),
    col.date('knownFrom', { hidden: true }),
    col.date('knownUntil', { hidden: true }),
    col.id('id', { hidden: true, width: 220 }),
  ],
  views: {
    known: { knownUntil: null },
    unpaid: { knownUntil: null, open: '>0' },
    corrected: { knownUntil: '>2000-01-01' },
    all: {},
  },
  open: ({ loanId }) => `/detail?id=${loanId}`,
})
