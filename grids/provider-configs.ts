import { providerConfigs } from '#contract/providers/configs.ts'
import { grid, relatedRows } from '#src/grid/define.ts'

/** Configurations of providers: where they are reached, and whether what is sent goes through. */
export default grid(providerConfigs.list, {
  page: 'providerConfigs',
  columns: (col) => [
    col.text('name', { pin: true, width: 170 }),
    col.ref('provider'),
    col.choice('kind', { width: 150 }),
    col.choice('state', { width: 110 }),
    col.choice('health', { width: 110 }),
    col.count('weight', { width: 90 }),
    col.money('price', { width: 104 }),
    col.text('address', { grow: 1, width: 240 }),
    col.text('apiKeyMask', { width: 110 }),
    col.choice('tested', { width: 170 }),
    col.instant('testedAt'),
    col.text('error', { width: 200 }),
    col.text('account', { hidden: true }),
    col.text('signingKeyMask', { hidden: true }),
    col.count('latencyMs', { hidden: true }),
    col.text('changedBy', { hidden: true }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  table: { of: relatedRows(providerConfigs.history, 'events', ['at', 'event', 'what', 'by']), id: 'id' },
  views: { all: {}, enabled: { state: ['enabled'] }, down: { health: ['down', 'failing'] } },
})
