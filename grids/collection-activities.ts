import { collectionCase } from '#contract/cases.ts'
import { collectionActivities } from '#contract/collection-activities.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** What was done about cases, by whom, and what came of it. */
export default grid(collectionActivities.list, {
  page: 'collectionActivities',
  columns: (col) => [
    col.instant('at', { pin: true }),
    col.choice('kind', { width: 150 }),
    col.ref('collector', { grow: 1, width: 150 }),
    col.ref('stage', { width: 68 }),
    col.name('name'),
    col.money('amount', { width: 112 }),
    col.choice('result', { width: 170 }),
    col.choice('promise', { width: 110 }),
    col.ref('agency', { width: 170 }),
    col.id('caseId'),
    col.money('principal', { hidden: true }),
    col.ref('group', { hidden: true, width: 160 }),
    col.flag('isFirst', { hidden: true, width: 110 }),
    col.flag('isExtension', { hidden: true, width: 110 }),
    col.flag('connected', { hidden: true, width: 110 }),
    col.count('seconds', { hidden: true, width: 110 }),
    col.choice('rule', { hidden: true, width: 160 }),
    col.ref('product', { hidden: true }),
    col.ref('app', { hidden: true }),
    col.choice('customerKind', { hidden: true, width: 100 }),
    col.id('loanId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    recent: { at: ':-7d' },
    today: { at: ':today' },
    mine: { collector: ':@me', at: ':-7d' },
    recovered: { kind: ['recovered', 'settled'], at: ':-30d' },
    refused: { kind: ['refused'] },
  },
  needs: ['caseId'],
  open: ({ caseId }) => recordPath(collectionCase, caseId),
})
