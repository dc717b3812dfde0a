import { loans } from '#contract/loans/calls.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Approval conversion: what the applications of each day came to. */
export default reportPage(loans.approvals, loans.applications, {
  page: 'approvalReport',
  opens: 'applications',
  query: 'appliedAt:-30d',
  views: {
    conversion: ['applications', 'firstLoans', 'waiting', 'cancelled', 'approved', 'disbursed', 'disbursedAmount'],
    machine: ['applications', 'machinePassed', 'machineFailed', 'machineUndecided', 'overQuota', 'machineTime'],
    manual: ['applications', 'machineUndecided', 'manualPassed', 'manualFailed', 'manualTime', 'waiting'],
  },
})
