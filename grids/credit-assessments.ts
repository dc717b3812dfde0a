import { creditAssessments } from '#contract/credit-assessments.ts'
import { grid } from '#src/grid/define.ts'

/** What people may borrow, what that is made of, and what it was before. */
export default grid(creditAssessments.list, {
  page: 'creditAssessments',
  columns: (col) => [
    col.id('customerId', { pin: true }),
    col.name('name', { grow: 1 }),
    col.choice('state', { width: 110 }),
    col.flag('inForce', { width: 96 }),
    col.choice('cause', { width: 150 }),
    col.money('limit'),
    col.money('base'),
    col.money('adjusted'),
    col.count('onTimeLoans', { width: 110 }),
    col.date('expiresOn'),
    col.instant('at'),
    col.text('reason', { width: 190 }),
    col.masked('phone', { hidden: true }),
    col.text('code', { hidden: true, width: 80 }),
    col.id('productId', { hidden: true }),
    col.count('level', { hidden: true, width: 80 }),
    col.money('step', { hidden: true }),
    col.money('coupon', { hidden: true }),
    col.id('couponId', { hidden: true }),
    col.money('ceiling', { hidden: true }),
    col.text('tenures', { hidden: true, width: 110 }),
    col.count('periods', { hidden: true, width: 84 }),
    col.count('daysPerPeriod', { hidden: true, width: 110 }),
    col.rate('serviceRate', { hidden: true }),
    col.rate('dailyInterest', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    inForce: { inForce: true },
    failed: { inForce: true, state: ['failed'] },
    abnormal: { inForce: true, state: ['abnormal'] },
    all: {},
  },
})
