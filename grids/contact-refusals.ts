import { contactRefusals } from '#contract/contact-refusals.ts'
import { grid } from '#src/grid/define.ts'

/** Contacts that a rule has forbidden: who tried, whom, by which way, and when it will be allowed. */
export default grid(contactRefusals.list, {
  page: 'contactRefusals',
  columns: (col) => [
    col.instant('at', { pin: true }),
    col.choice('way', { width: 150 }),
    col.choice('rule', { width: 160 }),
    col.name('name'),
    col.ref('staff', { width: 170 }),
    col.ref('agency', { width: 170 }),
    col.instant('opensAt'),
    col.id('caseId'),
    col.text('fault', { grow: 1, width: 260 }),
    col.ref('unit', { hidden: true }),
    col.ref('collector', { hidden: true }),
    col.id('loanId', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    all: {},
    today: { at: ':today' },
    window: { rule: ['window'] },
    limit: { rule: ['limit'] },
  },
})
