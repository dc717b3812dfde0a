import { providerBindings } from '#contract/providers/bindings.ts'
import { grid } from '#src/grid/define.ts'

/** Which configurations apps are bound to. */
export default grid(providerBindings.list, {
  page: 'providerBindings',
  columns: (col) => [
    col.ref('app'),
    col.choice('kind', { width: 190 }),
    col.ref('provider'),
    col.ref('config'),
    col.choice('state', { width: 120 }),
    col.text('changedBy', { width: 160 }),
    col.instant('createdAt'),
    col.id('id', { hidden: true }),
  ],
  views: { all: {}, enabled: { state: ['enabled'] } },
})
