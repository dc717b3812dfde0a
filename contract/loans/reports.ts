import { report } from '../kernel/report.ts'
import { Application, Order, type reloanDays } from './row.ts'

const of = 'loans.applications'
/** An order that extends another one was never applied for. */
const where = 'kind:regular'
/** Passed once, by the rules or by a reviewer. Source: specification, codes 20 and 26 ever. */
const approved = 'is:approved'
/** Given up before anybody had decided. What was passed once, and sent back to be reviewed again, was decided. */
const givenUp = 'state:70 no:decidedAt -is:approved'
/** What the rules have decided, and what reviewers have: that something was sent back to them is no decision. */
const [byRules, byReviewers] = ['has:machineResult', 'manualResult:passed,failed'] as const

/** How long decisions took from the application on. */
const decisionTime = (decided: string) => {
  const where = `${decided} has:decidedAt -is:resubmitted`
  return { where, sum: 'decisionSeconds', per: { where } } as const
}

/** Approval conversion: what the applications of each day came to. */
export const approvalReport = report('GET /reports/approvals', {
  requires: 'approvalReport',
  ...{ of, row: Application, where },
  by: ['appliedAt', 'product', 'app', 'channel', 'firstLoan', 'deniedCode', 'reviewer'],
  measures: {
    applications: {},
    firstLoans: { where: 'is:firstLoan', per: {} },
    machinePassed: { where: 'machineResult:passed', per: { where: byRules }, tone: 'good' },
    machineFailed: { where: 'machineResult:failed', per: { where: byRules }, tone: 'bad' },
    machineUndecided: { where: 'machineResult:undecided', per: { where: byRules } },
    overQuota: { where: 'machineResult:overQuota', per: { where: byRules } },
    manualPassed: { where: 'manualResult:passed', per: { where: byReviewers }, tone: 'good' },
    manualFailed: { where: 'manualResult:failed', per: { where: byReviewers }, tone: 'bad' },
    machineTime: decisionTime('machineResult:passed,failed,overQuota no:manualResult'),
    manualTime: decisionTime(byReviewers),
    waiting: { where: 'state:10,22' },
    cancelled: { where: givenUp, per: {} },
    approved: { where: approved, per: { where: `-(${givenUp})` }, tone: 'good' },
    disbursed: { where: `has:disbursedAt ${approved}`, per: { where: approved }, tone: 'good' },
    disbursedAmount: { where: 'has:disbursedAt', sum: 'amount' },
  },
})

/** Paid, with a reduction or without; what was extended was paid for, and its debt is another order's. */
const repaid = 'state:40,41,80'
/** Bad debt, and what was written off, by operations or in a batch: closed, and never repaid. Source: design, 2.1. */
const lost = 'state:90,100,110'

/** Lending trend: what was paid out each day. */
export const lendingReport = report('GET /reports/lending', {
  requires: 'lendingTrend',
  ...{ of, row: Application, where: `${where} has:disbursedAt` },
  by: ['disbursedAt', 'product', 'app', 'channel', 'firstLoan'],
  measures: {
    loans: {},
    lent: { sum: 'amount' },
    received: { sum: 'received' },
    average: { sum: 'amount', per: {} },
    charges: { sum: 'fee' },
    firstLoans: { where: 'is:firstLoan', per: {} },
    firstLent: { where: 'is:firstLoan', sum: 'amount', per: { sum: 'amount' } },
    failedOnce: { where: 'attempts>1', per: {}, tone: 'bad' },
    repaid: { where: repaid, per: {}, tone: 'good' },
    overdue: { where: 'state:50', per: {}, tone: 'bad' },
    lost: { where: lost, per: {}, tone: 'bad' },
  },
})

const reloan = (days: (typeof reloanDays)[number]) =>
  ({ lag: days, where: `reloanDays<=${days}`, per: {}, tone: 'good' }) as const

/** Reloan report: who borrows again once they have repaid, and how soon. */
export const reloanReport = report('GET /reports/reloans', {
  requires: 'reloanReport',
  ...{ of: 'loans.orders', row: Order, where: 'closure:repaidClosed has:closedAt' },
  by: ['closedAt', 'ordinal', 'reloanWithin', 'product', 'app', 'channel'],
  measures: {
    settled: {},
    within7: reloan(7),
    within30: reloan(30),
    within60: reloan(60),
    within90: reloan(90),
    reloaned: { where: 'has:reloanedAt', per: {}, tone: 'good' },
    settledAmount: { sum: 'paid' },
    settledAverage: { sum: 'paid', per: {} },
    penalised: { where: 'penalty>0', per: {}, tone: 'bad' },
    penalties: { sum: 'penalty' },
  },
})
