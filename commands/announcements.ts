import { announcement, announcements } from '#contract/announcements.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

/** An announcement with its editor. */
export const openDetail = local('announcements.openDetail', {
  subject: announcement,
  run: ({ id }, { go }) => go(recordPath(announcement, id)),
})

/** Another announcement. */
export const openAdd = local('announcements.openAdd', {
  requires: announcements.add.requires,
  page: 'announcements',
  search: { words: { en: ['notice', 'new announcement'], zh: ['发布公告', '通知'] } },
  run: (_, { go }) => go('/announcement/add'),
})

/** Have announcements shown, … */
export const enable = command(announcements.enable, {
  on: 'each',
  confirm: true,
  search: { words: { en: ['publish'], zh: ['发布'] } },
})
/** … or shown no longer. */
export const disable = command(announcements.disable, { on: 'each', search: { words: { en: ['withdraw'] } } })

/** Delete announcements that are not enabled. */
export const remove = command(announcements.remove, {
  on: 'each',
  confirm: true,
  destructive: true,
  instead: { not_allowed_now: 'announcements.disable' },
})
