import { accessReviews } from '#contract/access-reviews.ts'
import { act, command } from '#src/command/define.ts'

/** Say that somebody needs it still, and why. */
export const confirm = command(accessReviews.confirm, {
  on: 'each',
  args: { remark: {} },
  search: { words: { en: ['keep access', 'recertify'], zh: ['保留权限', '确认权限'] } },
})

/** Take it away: disable the account, or take the role from it. */
export const withdraw = command(accessReviews.withdraw, {
  on: 'each',
  args: { remark: {} },
  confirm: true,
  destructive: true,
  search: { words: { en: ['revoke access', 'remove access'], zh: ['收回权限', '停用账号'] } },
})

/** Look now, as every night. */
export const run = act(accessReviews.run, { args: {}, page: 'accessReviews' })

/** The last day of the contract with an agency. */
export const setContract = act(accessReviews.setContract, {
  args: { unitId: {}, until: { optional: true } },
  page: 'accessReviews',
  search: { words: { en: ['agency contract'], zh: ['机构合同'] } },
})
