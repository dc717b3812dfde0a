import { recordPath } from '#contract/kernel/subject.ts'
import { products } from '#contract/products/calls.ts'
import { product } from '#contract/products/row.ts'
import { grid } from '#src/grid/define.ts'

/** What is lent, on the terms of today. */
export default grid(products.list, {
  page: 'products',
  keys: 'g n',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('state', { width: 110 }),
    col.count('waiting', { width: 100 }),
    col.text('name', { grow: 1 }),
    col.money('minAmount', { width: 100 }),
    col.money('maxAmount', { width: 100 }),
    col.text('tenures', { width: 116 }),
    col.rate('serviceRate', { width: 112 }),
    col.rate('dailyInterest', { width: 112 }),
    col.rate('apr', { width: 104 }),
    col.flag('extension', { width: 96 }),
    col.ref('merchant'),
    col.date('changesOn', { hidden: true }),
    col.count('periods', { hidden: true }),
    col.text('penalty', { hidden: true, width: 240 }),
    col.text('app', { hidden: true }),
    col.count('rank', { hidden: true }),
    col.text('icon', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    all: {},
    offered: { state: ['enabled'] },
    changing: { changesOn: '>today' },
    waiting: { waiting: '>0' },
  },
  open: ({ id }) => recordPath(product, id),
})
