import { apps } from '#contract/apps.ts'
import { grid } from '#src/grid/define.ts'

/** Apps that customers apply in. */
export default grid(apps.list, {
  page: 'apps',
  columns: (col) => [
    col.id('id', { pin: true, width: 150 }),
    col.text('name', { width: 170 }),
    col.choice('state', { width: 110 }),
    col.ref('group'),
    col.choice('platform', { width: 110 }),
    col.text('package', { width: 220 }),
    col.text('release', { width: 100 }),
    col.flag('forcedUpdate', { width: 110 }),
    col.text('products', { grow: 1, width: 160 }),
    col.id('defaultProductId', { width: 130 }),
    col.text('company', { width: 170 }),
    col.text('contractTemplate', { hidden: true, width: 320 }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { all: {}, enabled: { state: ['enabled'] } },
})
