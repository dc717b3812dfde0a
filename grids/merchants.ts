import { merchants } from '#contract/merchants.ts'
import { grid } from '#src/grid/define.ts'

/** Businesses that products belong to. */
export default grid(merchants.list, {
  page: 'merchants',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.text('name', { width: 240 }),
    col.choice('state', { width: 120 }),
    col.text('products', { grow: 1 }),
    col.instant('createdAt'),
  ],
  views: {
    all: {},
    enabled: { state: ['enabled'] },
  },
})
