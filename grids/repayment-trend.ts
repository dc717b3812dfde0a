import { dueFacts } from '#contract/due-facts.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Repayment trend: what fell due on each day, and what came of it. */
export default reportPage(dueFacts.trend, dueFacts.list, {
  page: 'repaymentTrend',
  opens: 'dueFacts',
  query: 'dueDate:-90d',
  views: { amounts: ['amountDue', 'missed', 'open'], shares: ['onTime', 'extended'] },
})
