import { account } from '#contract/account.ts'
import { act } from '#src/command/define.ts'

/** Name who approves while one is away. */
export const nameDeputy = act(account.nameDeputy, {
  args: { deputy: {}, since: {}, until: {} },
  search: { words: { en: ['substitute', 'out of office', 'on leave', 'vacation'], zh: ['代理人', '休假', '请假'] } },
})

/** Take one's approvals back. */
export const endDeputy = act(account.endDeputy, { args: {}, confirm: true })
