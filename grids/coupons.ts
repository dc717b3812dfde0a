import { coupons } from '#contract/coupons.ts'
import { pages } from '#contract/menu.ts'
import { grid } from '#src/grid/define.ts'

/** Coupons that people hold, and what became of them. */
export default grid(coupons.list, {
  page: 'issuedCoupons',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 120 }),
    col.name('name'),
    col.ref('template', { width: 210 }),
    col.choice('kind', { width: 130 }),
    col.instant('gotAt'),
    col.date('expiresOn', { width: 110 }),
    col.id('loanId'),
    col.money('discount'),
    col.instant('usedAt'),
    col.ref('issuer'),
    col.id('customerId', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.choice('discountType', { hidden: true, width: 180 }),
  ],
  views: {
    unused: { state: ['unused'], sort: 'expiresOn' },
    held: { state: ['locked'] },
    used: { state: ['used'] },
    all: {},
  },
  opens: [{ right: 'issuedCoupons.edit', view: 'all' }],
  open: ({ customerId }) => `${pages.customer}?id=${customerId}`,
})
