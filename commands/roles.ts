import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { role, roles } from '#contract/roles.ts'
import { command, local } from '#src/command/define.ts'

/** Role editor: what a role grants, and who gains and loses by a change of it. */
export const openDetail = local('roles.openDetail', {
  subject: role,
  search: { words: { en: ['permissions', 'rights'], zh: ['权限'] } },
  run: ({ id }, { go }) => go(recordPath(role, id)),
})

/** Another role. */
export const openAdd = local('roles.openAdd', {
  requires: 'roles.add',
  page: 'roles',
  search: { words: { en: ['new role'], zh: ['新增角色'] } },
  run: (_, { go }) => go('/role/add'),
})

/** The people who have a role. */
export const openStaff = local('roles.openStaff', {
  subject: role,
  run: ({ name }, { go }) => go(listPath('staff', `roles:"${name}"`)),
})

/** Disable roles, which then grant nothing, or enable them again. */
export const setState = command(roles.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})
