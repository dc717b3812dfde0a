import { customer } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { local } from '#src/command/define.ts'

/** Everything one may see of a customer. */
export const openDetail = local('customers.openDetail', {
  subject: customer,
  requires: 'customer',
  run: ({ id }, { go }) => go(recordPath(customer, id)),
})
