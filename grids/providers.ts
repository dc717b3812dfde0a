import { providers } from '#contract/providers/types.ts'
import { grid } from '#src/grid/define.ts'

/** Third parties that the business works through. */
export default grid(providers.list, {
  page: 'providers',
  columns: (col) => [
    col.id('id', { pin: true, width: 170 }),
    col.text('name', { grow: 1, width: 220 }),
    col.choice('kind', { width: 190 }),
    col.choice('state', { width: 120 }),
    col.count('configs', { width: 150 }),
    col.count('enabledConfigs', { width: 150 }),
    col.text('changedBy', { width: 160 }),
    col.instant('createdAt'),
  ],
  views: { all: {}, enabled: { state: ['enabled'] }, money: { kind: ['payout', 'collection'] } },
})
