import { consents } from '#contract/consents.ts'
import { grid } from '#src/grid/define.ts'

/** What customers have agreed to, and what they have withdrawn. */
export default grid(consents.list, {
  page: 'consents',
  columns: (col) => [
    col.id('customerId', { pin: true }),
    col.name('name', { grow: 1 }),
    col.choice('document', { width: 190 }),
    col.text('documentVersion', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.choice('channel', { width: 100 }),
    col.instant('givenAt'),
    col.instant('endedAt'),
    col.choice('withdrawnBy', { width: 130 }),
    col.text('reason', { width: 180 }),
    col.text('recordedBy', { width: 150 }),
    col.instant('recordedAt', { hidden: true }),
    col.masked('phone', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { given: { state: ['given'] }, withdrawn: { state: ['withdrawn'] }, all: {} },
})
