import { parameterSubject, parameters } from '#contract/parameters/calls.ts'
import { act, command, local } from '#src/command/define.ts'

/** Set a parameter, and say why. */
export const edit = command(parameters.edit, {
  on: 'one',
  args: {
    value: { first: ({ kind, value }) => (kind === 'secret' ? '' : value), isPlain: ({ kind }) => kind !== 'secret' },
    remark: {},
  },
  confirm: true,
  search: { words: { en: ['change setting', 'config'], zh: ['配置'] } },
  undo: { args: ({ kind, value, remark }) => (kind === 'secret' ? null : { value, remark: remark || value }) },
})

/** Give a parameter the value that it had before. */
export const rollBack = command(parameters.rollBack, {
  on: 'one',
  args: { remark: {} },
  confirm: true,
  search: { words: { en: ['revert', 'previous value'], zh: ['回滚', '恢复上一个值'] } },
})

/** Give parameters their defaults back. */
export const reset = command(parameters.reset, { on: 'each', args: { remark: {} }, confirm: true })

/** Disable parameters, which then have their defaults, or enable them again. */
export const setState = command(parameters.setState, {
  on: 'each',
  args: { state: {}, remark: {} },
  confirm: true,
  undo: { args: ({ state, remark, name }) => ({ state, remark: remark || name }) },
})

/** A parameter beside those that code reads. */
export const add = act(parameters.add, {
  args: { number: {}, id: {}, name: {}, kind: {}, value: {}, remark: { optional: true } },
  page: 'parameters',
})

/** Many from a sheet: new ones, … */
export const openAddSheet = local('parameters.openAddSheet', {
  requires: parameters.addSheet.requires,
  page: 'parameters',
  run: (_, { go }) => go('/parameters/add'),
})
/** … or values of those there are. */
export const openEditSheet = local('parameters.openEditSheet', {
  requires: parameters.editSheet.requires,
  page: 'parameters',
  run: (_, { go }) => go('/parameters/edit'),
})

/** Have every server read anew. */
export const refresh = act(parameters.refresh, { args: {}, page: 'parameters' })

/** The code that programs know a parameter by. */
export const copyCode = local('parameters.copyCode', {
  subject: parameterSubject,
  run: ({ id }, { copy }) => copy(id),
})
