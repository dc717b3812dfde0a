import { customer, customers } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

/** Everything one may see of a customer. */
export const openDetail = local('customers.openDetail', {
  subject: customer,
  requires: 'customer',
  run: ({ id }, { go }) => go(recordPath(customer, id)),
})

/** Edit what is no part of how they were identified. */
export const edit = command(customers.edit, {
  on: 'one',
  args: {
    email: { optional: true },
    maritalStatus: { first: ({ maritalStatus }) => maritalStatus ?? undefined, optional: true },
    children: { first: ({ children }) => children ?? undefined, optional: true },
    dwelling: { first: ({ dwelling }) => dwelling ?? undefined, optional: true },
    education: { first: ({ education }) => education ?? '', optional: true },
    profession: { first: ({ profession }) => profession ?? '', optional: true },
    employment: { first: ({ employment }) => employment ?? '', optional: true },
    company: { first: ({ company }) => company ?? '', optional: true },
    companyAddress: { first: ({ companyAddress }) => companyAddress ?? '', optional: true },
    income: { first: ({ income }) => income, optional: true },
    address: { first: ({ address }) => address ?? '', optional: true },
    postcode: { first: ({ postcode }) => postcode ?? '', optional: true },
  },
  keys: 'e',
})

/** Have a step of KYC done once more. */
export const askAgain = command(customers.askAgain, {
  on: 'each',
  args: { step: {}, reason: {} },
  search: { words: { en: ['documents again', 'reset kyc', 'resubmit documents'], zh: ['重新提交资料', '重置认证'] } },
})

/** Pay nothing more out to the card that is bound. */
export const unbindCard = command(customers.unbindCard, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  search: { words: { en: ['remove bank account'], zh: ['解绑'] } },
})

/** Let nobody apply from an account for now, … */
export const freeze = command(customers.freeze, {
  on: 'each',
  args: { reason: {} },
  search: { words: { en: ['lock account', 'suspend'], zh: ['冻结账户'] } },
})
/** … or for good, … */
export const disable = command(customers.disable, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  destructive: true,
})
/** … and let them in again. */
export const enable = command(customers.enable, {
  on: 'each',
  args: { reason: {} },
  search: { words: { en: ['unfreeze', 'unlock'], zh: ['解冻'] } },
})
