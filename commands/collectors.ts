import { collectors } from '#contract/collectors/calls.ts'
import type { Collector } from '#contract/collectors/row.ts'
import { act, command, local } from '#src/command/define.ts'

/** What stands below the fields that are not clear by their names. */
const hints = {
  stages: { hint: 'collectors.stages.hint' },
  addressBookVisible: { hint: 'collectors.addressBookVisible.hint' },
  capacity: { optional: true, hint: 'collectors.capacity.hint' },
} as const

/** Where somebody new works, and what allocation asks of them. */
const work = {
  ...{ agencyId: {}, unitId: {}, stages: hints.stages, participates: {} },
  ...{ addressBookVisible: hints.addressBookVisible, capacity: hints.capacity },
  certificate: { optional: true },
  certificateUntil: { optional: true },
} as const

/** Somebody new, with an account. */
export const add = act(collectors.add, {
  args: {
    ...{ account: {}, name: {}, phone: {}, password: {} },
    ...work,
    state: {},
    jobNumber: { optional: true },
    roleId: { optional: true, hint: 'collectors.roleId.hint' },
  },
  page: 'collectors',
  search: { words: { en: ['new agent', 'hire'], zh: ['新增催收', '新建账号'], es: ['nuevo gestor'] } },
})

/** Somebody who works here already, with the role of collectors. */
export const takeIn = act(collectors.takeIn, {
  args: {
    staffId: { hint: 'collectors.staffId.hint' },
    ...work,
    phone: { optional: true, hint: 'collectors.phone.hint' },
  },
  page: 'collectors',
  search: { words: { en: ['add collector', 'existing staff'], zh: ['已有员工'], es: ['añadir gestor'] } },
})

/** Add many from a sheet. */
export const openUpload = local('collectors.openUpload', {
  requires: collectors.upload.requires,
  page: 'collectors',
  search: { words: { en: ['import collectors'], zh: ['导入催收员'] } },
  run: (_, { go }) => go('/collectors/upload'),
})

const unitOf = ({ group, department, agency }: Collector) => (group ?? department ?? agency)?.id

/** The stages of somebody, their capacity, their certificate, and where they work. */
export const edit = command(collectors.edit, {
  on: 'one',
  args: {
    stages: { ...hints.stages, first: ({ stages }) => stages ?? '' },
    capacity: { ...hints.capacity, first: ({ capacity }) => capacity },
    unitId: { first: unitOf },
    addressBookVisible: { ...hints.addressBookVisible, first: (row) => row.addressBookVisible },
    certificate: { optional: true, first: ({ certificate }) => certificate ?? '' },
    certificateUntil: { optional: true, first: (row) => row.certificateUntil },
  },
  keys: 'e',
  undo: {
    args: (row) => {
      const { stages, capacity, addressBookVisible, certificate, certificateUntil } = row
      const unitId = unitOf(row)
      return stages && unitId ? { stages, capacity, addressBookVisible, certificate, certificateUntil, unitId } : null
    },
  },
  search: { words: { en: ['stages of a collector', 'certificate'], zh: ['修改阶段', '证书'], es: ['etapas'] } },
})

/** Give people no more cases; what becomes of those they have is asked, and how many those are is told before. */
export const stopAllocation = command(collectors.stopAllocation, {
  on: 'each',
  args: { heldCases: {} },
  keys: 'w',
  confirm: true,
  search: { words: { en: ['pause cases', 'release cases'], zh: ['暂停派案', '退案'], es: ['liberar casos'] } },
})
/** Give them cases again. */
export const openAllocation = command(collectors.openAllocation, {
  on: 'each',
  search: { words: { en: ['resume cases'], zh: ['恢复派案'], es: ['reanudar casos'] } },
})

/** Another group; open cases go along. */
export const move = command(collectors.move, {
  on: 'each',
  args: { unitId: {} },
  keys: 'm',
  confirm: true,
  search: { words: { en: ['change group', 'department'], zh: ['换组', '调组'], es: ['cambiar de grupo'] } },
})

/** Of whoever has more than their capacity, the excess. */
const excessOf = ({ openCases, capacity }: Collector) =>
  capacity !== null && openCases > capacity ? openCases - capacity : undefined

/** Give the oldest cases of somebody to another collector: the excess, where they have too many. */
export const transfer = command(collectors.transfer, {
  on: 'one',
  args: {
    ...{ to: {}, count: { first: excessOf }, reason: { optional: true } },
    others: { optional: true, hint: 'collectors.others.hint' },
  },
  keys: 't',
  confirm: true,
  search: { words: { en: ['hand over cases', 'excess', 'overload'], zh: ['转案', '超额'], es: ['exceso'] } },
})

/** A password that is good once, shown once. */
export const resetPassword = command(collectors.resetPassword, {
  on: 'one',
  confirm: true,
  search: { words: { en: ['forgot password'], zh: ['忘记密码'], es: ['contraseña olvidada'] } },
  after: ({ password }, { showOnce }) =>
    password && showOnce({ title: 'staff.passwordOnce', hint: 'staff.passwordOnceHint', value: password }),
})

/** Let people in who were kept out, … */
export const enable = command(collectors.enable, { on: 'each' })
/** … or keep them out: their open work goes to others. */
export const disable = command(collectors.disable, {
  on: 'each',
  confirm: true,
  destructive: true,
  search: { words: { en: ['leaver', 'offboard'], zh: ['离职'], es: ['baja'] } },
})
