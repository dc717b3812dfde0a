import { customer } from '#contract/customers.ts'
import { pages } from '#contract/menu.ts'
import { local } from '#src/command/define.ts'

/** Everything one may see of a customer. */
export const openDetail = local('customers.openDetail', {
  subject: customer,
  requires: 'customer',
  run: ({ id }, { go }) => go(`${pages.customer}?id=${id}`),
})
