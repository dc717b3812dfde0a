import { customers } from '#contract/customers.ts'
import { grid } from '#src/grid/define.ts'

/** Everybody who borrows, or wants to. */
export default grid(customers.list, {
  page: 'customers',
  keys: 'g c',
  columns: (col) => [
    col.id('id', { pin: true }),
    col.name('name', { grow: 1 }),
    col.masked('phone'),
    col.masked('pan'),
    col.choice('state', { width: 110 }),
    col.choice('kind', { width: 84 }),
    col.flag('blacklisted', { width: 96 }),
    col.count('loansDone', { width: 104 }),
    col.money('limit'),
    col.instant('registeredAt'),
    col.text('externalRef', { hidden: true, width: 150 }),
    col.text('app', { width: 110 }),
    col.text('channel', { width: 130 }),
  ],
  views: {
    all: {},
    new: { kind: ['new'] },
    blacklisted: { blacklisted: true },
    frozen: { state: ['frozen', 'disabled'] },
  },
  open: ({ id }) => `/customer_management/info?id=${id}`,
})
