import { blacklist, blacklistEntry } from '#contract/blacklist.ts'
import { customer } from '#contract/customers.ts'
import { ok, refused } from '#contract/kernel/fault.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { act, command, local } from '#src/command/define.ts'

/** Put somebody, or something of theirs, on the blacklist. */
export const add = act(blacklist.add, {
  args: { kind: {}, value: {}, reason: {} },
  page: 'blacklist',
  search: { words: { en: ['ban', 'block'], zh: ['拉黑', '加入黑名单'] } },
})

/** Put customers on it. */
export const addCustomer = command(blacklist.addCustomer, {
  on: 'each',
  args: { reason: {} },
  confirm: true,
  destructive: true,
  search: { words: { en: ['ban', 'block'], zh: ['拉黑'] } },
})

/** Take entries off it, and say why. */
export const remove = command(blacklist.remove, {
  on: 'each',
  args: { removal: {} },
  keys: 'X',
  confirm: true,
  search: { words: { en: ['unban', 'unblock'], zh: ['移出黑名单', '解除'] } },
})

/** Many from a sheet. */
export const openSheet = local('blacklist.openSheet', {
  requires: blacklist.addSheet.requires,
  page: 'blacklist',
  run: (_, { go }) => go('/blacklist/upload'),
})

/** Whose entry it is. */
export const openCustomer = local('blacklist.openCustomer', {
  subject: blacklistEntry,
  when: ({ customerId }) => (customerId ? ok : refused('unknown_customer')),
  run: ({ customerId }, { go }) => go(recordPath(customer, customerId!)), // asked just now
})
