import { acquisition } from '#contract/acquisition.ts'
import { customers } from '#contract/customers.ts'
import { kycSteps } from '#contract/kyc.ts'
import { reportPage } from '#src/grid/define-report.ts'

/** Conversion funnel: how far those came who registered on each day. */
export default reportPage(acquisition.conversion, customers.list, {
  page: 'processReport',
  opens: 'customers',
  query: 'registeredAt:-30d',
  views: {
    total: ['registered', ...kycSteps.map((step) => `${step}Passed` as const), 'passed', 'applied', 'borrowed'],
    step: [
      ...['registered' as const, ...kycSteps.map((step) => `${step}Step` as const)],
      ...(['passedStep', 'appliedStep', 'borrowedStep'] as const),
    ],
  },
})
