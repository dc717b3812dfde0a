import { coupon, coupons, couponTemplate, couponTemplates } from '#contract/coupons.ts'
import { customer } from '#contract/customers.ts'
import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { act, command, labelArguments, local } from '#src/command/define.ts'

const worth = {
  name: {},
  kind: {},
  amountType: {},
  discountType: {},
  amount: { optional: true },
  rate: { optional: true },
  ratio: { optional: true },
  applicable: {},
  validDays: {},
} as const

/** Create a coupon template: what its coupons are worth. */
export const add = act(couponTemplates.add, { args: worth, page: 'coupons' })

/** Edit a coupon template, as long as none was issued. */
export const edit = command(couponTemplates.edit, {
  on: 'one',
  args: {
    name: { first: ({ givenName }) => givenName },
    kind: { first: ({ kind }) => kind },
    amountType: { first: ({ amountType }) => amountType },
    discountType: { first: ({ discountType }) => discountType },
    amount: { optional: true, first: ({ amount }) => amount ?? undefined },
    rate: { optional: true, first: ({ rate }) => rate ?? undefined },
    ratio: { optional: true, first: ({ ratio }) => ratio ?? undefined },
    applicable: { first: ({ applicable }) => applicable },
    validDays: { first: ({ validDays }) => validDays },
  },
})

/** What it is called in other languages. */
export const setNames = command(couponTemplates.setNames, {
  on: 'one',
  args: labelArguments,
  search: { words: { en: ['translate', 'translation', 'label'], zh: ['翻译', '多语言'] } },
})

/** Offer coupons of a template, … */
export const enable = command(couponTemplates.enable, { on: 'each' })
/** … and no more. */
export const disable = command(couponTemplates.disable, { on: 'each', confirm: true })
/** Archive templates for good. */
export const archive = command(couponTemplates.archive, { on: 'each', confirm: true, destructive: true })

/** Statistics of a template: what became of its coupons, and what they took off. */
export const openStatistics = local('couponTemplates.openStatistics', {
  subject: couponTemplate,
  search: { words: { en: ['figures', 'used coupons'], zh: ['统计', '使用情况'] } },
  run: ({ id }, { go }) => go(recordPath(couponTemplate, id)),
})

/** The coupons of a template, and who holds them. */
export const openIssued = local('couponTemplates.openIssued', {
  subject: couponTemplate,
  run: ({ id }, { go }) => go(listPath('issuedCoupons', `template:${id}`)),
})

/** Give customers a coupon. */
export const issue = command(coupons.issue, {
  on: 'each',
  args: { template: {} },
  confirm: true,
  search: { words: { zh: ['发券'], en: ['voucher', 'give coupon'] } },
})

/** Many coupons are issued by a sheet. */
export const openUpload = local('coupons.openUpload', {
  requires: coupons.upload.requires,
  page: 'coupons',
  search: { words: { en: ['upload', 'template'], zh: ['上传', '模板'] } },
  run: (_, { go }) => go('/coupons/upload'),
})

/** Hold a coupon for the customer's order, and send the link for what is left to pay. */
export const use = command(coupons.use, { on: 'each', confirm: true })

/** Release a held coupon. */
export const release = command(coupons.release, { on: 'each', confirm: true })

/** Revoke unused coupons. */
export const revoke = command(coupons.revoke, { on: 'each', confirm: true, destructive: true })

/** Whoever holds a coupon. */
export const openCustomer = local('coupons.openCustomer', {
  subject: coupon,
  run: ({ customerId }, { go }) => go(recordPath(customer, customerId)),
})
