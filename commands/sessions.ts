import { listPath } from '#contract/kernel/subject.ts'
import { sessions, staffSession } from '#contract/sessions.ts'
import { command, local } from '#src/command/define.ts'

/** Sign people out where they are signed in. */
export const end = command(sessions.end, {
  on: 'each',
  confirm: true,
  destructive: true,
  search: { words: { en: ['kick', 'force logout'], zh: ['踢下线', '强制下线'] } },
})

/** When and from where somebody has signed in. */
export const openSignIns = local('sessions.openSignIns', {
  subject: staffSession,
  requires: 'signIns',
  run: ({ account }, { go }) => go(listPath('signIns', `account:${account}`)),
})
