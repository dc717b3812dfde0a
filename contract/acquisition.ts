import { Customer } from './customers.ts'
import { api } from './kernel/endpoint.ts'
import { type Measure, report } from './kernel/report.ts'
import { type KycStep, kycSteps } from './kyc.ts'

type Steps = {
  [Step in KycStep as `${string & Step}Passed` | `${string & Step}Step`]: Measure<keyof Customer & string>
}

/** Who has finished a step: the one that is next comes after it. */
const beyond = (step: KycStep): string => `-kyc:${kycSteps.slice(0, kycSteps.indexOf(step) + 1).join(',')}`

/** Each step of KYC, of all who registered and of those who came to it. */
const steps = Object.fromEntries(
  kycSteps.flatMap((step, i) => {
    const before = kycSteps[i - 1]
    return [
      [`${step}Passed`, { where: beyond(step), per: {}, tone: 'good' }],
      [`${step}Step`, { where: beyond(step), per: before ? { where: beyond(before) } : {}, tone: 'good' }],
    ]
  }),
) as Steps // the keys just written

/** Whoever was ever paid out an order, whatever has become of it. */
const borrowed = 'is:borrowed'
const told = {
  of: 'customers.list',
  row: Customer,
  by: ['registeredAt', 'app', 'channel', 'kind'],
} as const

/** Acquisition: what comes of those who register. */
export const acquisition = api('acquisition', {
  /** Conversion funnel: how far those came who registered on each day. */
  conversion: report('GET /reports/conversion', {
    requires: 'processReport',
    ...told,
    measures: {
      registered: {},
      ...steps,
      passed: { where: 'credit:passed', per: {}, tone: 'good' },
      passedStep: { where: 'credit:passed', per: { where: 'kyc:done' }, tone: 'good' },
      applied: { where: 'is:applied', per: {}, tone: 'good' },
      appliedStep: { where: 'is:applied', per: { where: 'credit:passed OR is:applied' }, tone: 'good' },
      borrowed: { where: borrowed, per: {}, tone: 'good' },
      borrowedStep: { where: borrowed, per: { where: 'is:applied' }, tone: 'good' },
    },
  }),

  /** Acquisition trend: who registered on each day, and what came of them. */
  trend: report('GET /reports/acquisition', {
    requires: 'acquisitionTrend',
    ...told,
    measures: {
      registered: {},
      verified: { where: 'kyc:done' },
      applicants: { where: 'is:applied' },
      borrowers: { where: borrowed },
      verifiedShare: { where: 'kyc:done', per: {}, tone: 'good' },
      borrowerShare: { where: borrowed, per: {}, tone: 'good' },
      returning: { where: 'loansDone>1', per: { where: borrowed }, tone: 'good' },
    },
  }),
})
