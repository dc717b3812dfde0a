import {
  bookMonths,
  chosenLags,
  chosenRecoveryLags,
  type DueLag,
  dueFacts,
  dueLags,
  recoveryLags,
} from '#contract/due-facts.ts'
import { grid } from '#src/grid/define.ts'

const shown = [0, 3, 10, 30] as const satisfies readonly DueLag[]
type OtherLag = Exclude<DueLag, (typeof shown)[number]>
const otherLags = dueLags.filter((lag): lag is OtherLag => !shown.some((one) => one === lag))

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
    ...shown.map((lag) => col.money(`unpaidT${lag}`)),
    col.money('open'),
    col.date('settledOn', { grow: 1 }),
    col.flag('extended', { hidden: true, width: 100 }),
    col.flag('firstLoan', { hidden: true, width: 110 }),
    col.ref('app', { hidden: true }),
    col.ref('channel', { hidden: true }),
    col.date('vintage', { hidden: true }),
    col.money('principal', { hidden: true }),
    col.money('openPrincipal', { hidden: true }),
    ...chosenLags.map((lag) => col.money(`unpaidPrincipalT${lag}`, { hidden: true })),
    ...chosenRecoveryLags.map((lag) => col.money(`recoveredPrincipalT${lag}`, { hidden: true })),
    ...otherLags.map((lag) => col.money(`unpaidT${lag}`, { hidden: true })),
    ...recoveryLags.map((lag) => col.money(`recoveredT${lag}`, { hidden: true })),
    ...bookMonths.map((month) => col.money(`longOverdueM${month}`, { hidden: true })),
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
  needs: ['loanId'],
  open: ({ loanId }) => `/detail?id=${loanId}`,
})
