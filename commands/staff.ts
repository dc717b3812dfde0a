import { staff } from '#contract/staff.ts'
import { act, command, local } from '#src/command/define.ts'

const details = {
  name: {},
  phone: {},
  unitId: {},
  jobNumber: { optional: true },
  email: { optional: true },
  language: { optional: true },
} as const

/** Add a member of staff. */
export const add = act(staff.add, {
  args: { account: {}, ...details, password: {}, roleId: {}, state: {} },
  page: 'staff',
  search: { words: { en: ['new user', 'employee'], zh: ['新增用户', '新建账号'] } },
})

/** Add many from a sheet. */
export const openUpload = local('staff.openUpload', {
  requires: staff.upload.requires,
  page: 'staff',
  run: (_, { go }) => go('/staff/upload'),
})

/** Edit what is known of somebody. */
export const edit = command(staff.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    phone: { first: ({ phone }) => phone ?? '' },
    unitId: { first: ({ unit }) => unit.id },
    jobNumber: { optional: true, first: ({ jobNumber }) => jobNumber ?? '' },
    email: { optional: true, first: ({ email }) => email ?? '' },
    language: { optional: true, first: ({ language }) => language ?? '' },
  },
  undo: {
    args: ({ name, phone, unit, jobNumber, email, language }) =>
      phone === null
        ? null
        : {
            ...{ name, phone, unitId: unit.id },
            ...(jobNumber && { jobNumber }),
            ...(email && { email }),
            ...(language && { language }),
          },
  },
})

/** Give people one role more, … */
export const addRole = command(staff.addRole, {
  on: 'each',
  args: { roleId: {} },
  search: { words: { en: ['grant role', 'permissions'], zh: ['分配角色', '授权'] } },
})
/** … or take one away. */
export const removeRole = command(staff.removeRole, { on: 'each', args: { roleId: {} }, confirm: true })

/** Unlock accounts that were frozen, … */
export const unfreeze = command(staff.unfreeze, { on: 'each', search: { words: { en: ['unlock'], zh: ['解锁'] } } })
/** … and let people in who were kept out. */
export const enable = command(staff.enable, { on: 'each' })

/** A password that is good once, shown once. */
export const resetPassword = command(staff.resetPassword, {
  on: 'one',
  confirm: true,
  search: { words: { en: ['forgot password'], zh: ['忘记密码'] } },
  after: ({ password }, { showOnce }) =>
    password && showOnce({ title: 'staff.passwordOnce', hint: 'staff.passwordOnceHint', value: password }),
})

/** Two-factor of somebody who has lost their device. */
export const resetTwoFactor = command(staff.resetTwoFactor, { on: 'one', confirm: true })

/** Sign people out everywhere. */
export const endSessions = command(staff.endSessions, {
  on: 'each',
  confirm: true,
  search: { words: { en: ['force logout', 'kick'], zh: ['踢下线'] } },
})

/** Keep people out for the time being, … */
export const freeze = command(staff.freeze, { on: 'each', confirm: true, destructive: true })
/** … or for good: their open work goes to others. */
export const disable = command(staff.disable, {
  on: 'each',
  confirm: true,
  destructive: true,
  search: { words: { en: ['leaver', 'offboard'], zh: ['离职'] } },
})
