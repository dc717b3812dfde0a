import { apps } from '#contract/apps.ts'
import { act, command } from '#src/command/define.ts'

/** Another group of apps, … */
export const addGroup = act(apps.addGroup, { args: { code: {}, name: {} }, page: 'apps' })

/** … by another name, … */
export const renameGroup = act(apps.renameGroup, { args: { groupId: {}, name: {} }, page: 'apps' })

/** … or gone, once no app belongs to it, … */
export const removeGroup = act(apps.removeGroup, { args: { groupId: {} }, page: 'apps', confirm: true })

/** … and another app. */
export const add = act(apps.add, {
  args: {
    ...{ code: {}, name: {}, groupId: {}, package: {}, platform: {}, release: {}, forcedUpdate: {}, company: {} },
    defaultProductId: { optional: true },
    contractTemplate: { optional: true },
  },
  page: 'apps',
})

/** What is known of an app: a release, a forced update. */
export const edit = command(apps.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    groupId: {},
    package: { first: (row) => row.package },
    platform: { first: ({ platform }) => platform },
    release: { first: ({ release }) => release },
    forcedUpdate: { first: ({ forcedUpdate }) => forcedUpdate },
    company: { first: ({ company }) => company },
    defaultProductId: { optional: true, first: ({ defaultProductId }) => defaultProductId ?? '' },
    contractTemplate: { optional: true, first: ({ contractTemplate }) => contractTemplate ?? '' },
  },
})

/** Whether anybody applies in them. */
export const setState = command(apps.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})

/** Have every server read anew. */
export const refresh = act(apps.refresh, { args: {}, page: 'apps' })
