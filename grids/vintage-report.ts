import { bookMonths, dueFacts } from '#contract/due-facts.ts'
import { namesOf } from '#contract/kernel/report.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Vintages: how much of what was paid out in each month was long overdue, month by month. */
export default reportPage(dueFacts.vintages, dueFacts.list, {
  page: 'vintageReport',
  opens: 'dueFacts',
  query: 'vintage:-365d',
  views: { longOverdue: ['instalments', 'disbursedPrincipal', ...namesOf('longOverdueM', bookMonths)] },
})
