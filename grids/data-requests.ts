import { dataRequests } from '#contract/data-requests.ts'
import { grid } from '#src/grid/define.ts'

/** Exports and erasures of personal data that two people have agreed on. */
export default grid(dataRequests.list, {
  page: 'dataRequests',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.choice('kind', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.id('customerId'),
    col.name('name', { grow: 1 }),
    col.text('reason', { width: 180 }),
    col.ref('maker', { width: 150 }),
    col.ref('checker', { width: 150 }),
    col.instant('approvedAt'),
    col.instant('expiresAt'),
    col.count('count', { width: 100 }),
    col.count('kept', { hidden: true, width: 100 }),
    col.date('keptUntil'),
  ],
  views: { all: {}, exports: { kind: ['export'] }, erasures: { kind: ['erasure'] } },
})
