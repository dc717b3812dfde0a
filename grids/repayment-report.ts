import { dueFacts, dueLags, recoveryLags } from '#contract/due-facts.ts'
import { reportPage } from '#src/grid/define-report.ts'

const [before, after] = [['plans', 'amountDue', 'extended'] as const, ['open'] as const]

/** Repayment statistics: how the instalments of each day were repaid, and how soon. */
export default reportPage(dueFacts.report, dueFacts.list, {
  page: 'repaymentReport',
  opens: 'dueFacts',
  query: 'dueDate:-44d',
  views: {
    overdue: [...before, ...dueLags.map((lag) => `overdueT${lag}` as const), ...after],
    overdueAmount: [...before, ...dueLags.map((lag) => `overdueAmountT${lag}` as const), ...after],
    recovered: [...before, ...recoveryLags.map((lag) => `recoveryT${lag}` as const), ...after],
    recoveredAmount: [...before, ...recoveryLags.map((lag) => `recoveryAmountT${lag}` as const), ...after],
  },
})
