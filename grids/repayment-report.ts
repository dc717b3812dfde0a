import { chosenLags, chosenRecoveryLags, dueFacts, dueLags, recoveryLags } from '#contract/due-facts.ts'
import { namesOf } from '#contract/kernel/report.ts'
import { reportPage } from '#src/grid/define-report.ts'

const [before, after] = [['plans', 'amountDue', 'extended'] as const, ['open'] as const]

/** Repayment statistics: how the instalments of each day were repaid, and how soon; as triangles day by day. */
export default reportPage(dueFacts.report, dueFacts.list, {
  page: 'repaymentReport',
  opens: 'dueFacts',
  query: 'dueDate:-44d',
  views: {
    overdue: [...before, ...namesOf('overdueT', chosenLags), ...after],
    overdueAmount: [...before, ...namesOf('overdueAmountT', chosenLags), ...after],
    overduePrincipal: [...before, ...namesOf('overduePrincipalT', chosenLags), 'openPrincipal'],
    recovered: [...before, ...namesOf('recoveryT', chosenRecoveryLags), ...after],
    recoveredAmount: [...before, ...namesOf('recoveryAmountT', chosenRecoveryLags), ...after],
    recoveredPrincipal: [...before, ...namesOf('recoveryPrincipalT', chosenRecoveryLags), 'openPrincipal'],
    overdueTriangle: ['plans', ...namesOf('overdueT', dueLags)],
    overdueAmountTriangle: ['amountDue', ...namesOf('overdueAmountT', dueLags)],
    recoveredTriangle: ['plans', ...namesOf('recoveryT', recoveryLags)],
    recoveredAmountTriangle: ['amountDue', ...namesOf('recoveryAmountT', recoveryLags)],
    rollTriangle: ['plans', ...namesOf('rollT', recoveryLags)],
    rollAmountTriangle: ['amountDue', ...namesOf('rollAmountT', recoveryLags)],
  },
})
