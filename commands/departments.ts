import { department, departments } from '#contract/departments.ts'
import { listPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { act, command, labelArguments, local } from '#src/command/define.ts'

const officerId = { optional: true, hint: 'departments.officerId.hint' } as const
/** Rows stand elsewhere: the list is read again. */
const seeTree = (_: unknown, { list }: { list(action: 'grid.refetch'): void }): void => list('grid.refetch')

/** A department of the house, below the head office or another. */
export const add = act(departments.add, {
  args: { name: {}, parentId: { optional: true, hint: 'departments.parentId.hint' }, officerId },
  page: 'departments',
  search: { words: { en: ['new team', 'organisation', 'organization', 'unit'], zh: ['新增部门', '组织架构'] } },
})

/** What it is called, and who answers for it. */
export const edit = command(departments.edit, {
  on: 'one',
  args: {
    name: { first: ({ givenName }) => givenName },
    officerId: { ...officerId, first: ({ officer }) => officer?.id },
  },
  keys: 'e',
  undo: { args: ({ givenName, officer }) => ({ name: givenName, officerId: officer?.id }) },
  search: { words: { en: ['rename', 'head', 'manager', 'company name'], zh: ['改名', '主管'] } },
})

/** What it is called in other languages. */
export const setNames = command(departments.setNames, {
  on: 'one',
  args: labelArguments,
  search: { words: { en: ['translate', 'translation', 'label'], zh: ['翻译', '多语言'] } },
})

/** Below another department, with everything that lies in it. */
export const move = command(departments.move, {
  on: 'one',
  args: { parentId: {} },
  keys: 'm',
  confirm: true,
  after: seeTree,
  // what a department stood below is one that one can stand below
  undo: { args: ({ parent }) => parent && { parentId: parent.id as string as IdOf<'parentDepartment'> } },
  search: { words: { en: ['reorganise', 'reorganize', 'new parent'], zh: ['调整架构', '变更上级'] } },
})

/** Agencies report to it, each with what lies in it. */
export const takeAgencies = command(departments.takeAgencies, {
  on: 'one',
  confirm: true,
  after: seeTree,
  search: { words: { en: ['move agencies', 'collections department'], zh: ['催收部门', '移动机构'] } },
})

/** One that nothing is in. */
export const remove = command(departments.remove, { on: 'one', confirm: true, destructive: true })

/** Who works in it. */
export const openStaff = local('departments.openStaff', {
  subject: department,
  requires: 'staff',
  run: ({ id }, { go }) => go(listPath('staff', `unit:${id}`)),
})
