import { couponTemplate, couponTemplates } from '#contract/coupons.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid, labelColumns } from '#src/grid/define.ts'

/** Coupon templates: what coupons are worth. */
export default grid(couponTemplates.list, {
  page: 'coupons',
  keys: 'g v',
  columns: (col) => [
    col.text('name', { pin: true, width: 220 }),
    col.choice('state', { width: 120 }),
    col.choice('kind', { width: 130 }),
    col.choice('amountType', { width: 140 }),
    col.choice('discountType', { width: 180 }),
    col.money('amount'),
    col.rate('rate', { width: 90 }),
    col.rate('ratio', { width: 90 }),
    col.money('applicable', { width: 130 }),
    col.count('validDays', { width: 100 }),
    col.count('issued', { width: 90 }),
    col.count('used', { width: 80 }),
    col.count('unused', { hidden: true }),
    col.count('locked', { hidden: true }),
    col.count('expired', { hidden: true }),
    col.count('revoked', { hidden: true }),
    col.money('discount', { hidden: true, width: 130 }),
    col.count('orders', { hidden: true, width: 110 }),
    col.id('id', { hidden: true }),
    col.text('givenName', { hidden: true }),
    ...labelColumns(col),
    col.ref('maker', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { offered: { state: ['enabled'] }, drafts: { state: ['draft'] }, all: {} },
  open: ({ id }) => recordPath(couponTemplate, id),
  opens: [{ right: 'coupons.edit', view: 'all' }],
})
