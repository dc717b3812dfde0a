import { businessEvents } from '#contract/business-events.ts'
import { customer } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { grid } from '#src/grid/define.ts'

/** What happens to customers and their orders, from registration to the last payment. */
export default grid(businessEvents.list, {
  page: 'businessEvents',
  columns: (col) => [
    col.instant('at', { pin: true }),
    col.choice('kind', { width: 150 }),
    col.name('name'),
    col.money('amount', { width: 112 }),
    col.choice('outcome', { width: 130 }),
    col.money('unpaid', { width: 112 }),
    col.money('overdue', { width: 112 }),
    col.ref('product', { width: 110 }),
    col.ref('app', { width: 130 }),
    col.text('channel', { width: 110 }),
    col.id('loanId'),
    col.money('paidOut', { hidden: true }),
    col.flag('firstLoan', { hidden: true, width: 110 }),
    col.date('knownFrom', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    today: { at: ':today' },
    recent: { at: ':-7d' },
    money: { kind: ['disbursed', 'received'], at: ':-7d' },
    due: { kind: ['due'], at: ':-7d' },
  },
  needs: ['loanId', 'customerId'],
  open: ({ loanId, customerId }) => (loanId ? recordPath(loan, loanId) : recordPath(customer, customerId)),
})
