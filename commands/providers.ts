import { listPath } from '#contract/kernel/subject.ts'
import { provider, providers } from '#contract/providers/types.ts'
import { act, command, local } from '#src/command/define.ts'

/** Another third party. */
export const add = act(providers.add, { args: { code: {}, name: {}, kind: {} }, page: 'providers' })

/** What it is called. */
export const edit = command(providers.edit, {
  on: 'one',
  args: { name: { first: ({ name }) => name } },
  undo: { args: ({ name }) => ({ name }) },
})

/** Whether anything goes through it. */
export const setState = command(providers.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})

/** Have every server read anew. */
export const flush = act(providers.flush, { args: {}, page: 'providers' })

/** How it is reached. */
export const openConfigs = local('providers.openConfigs', {
  subject: provider,
  requires: 'providerConfigs',
  run: ({ id }, { go }) => go(listPath('providerConfigs', `provider:${id}`)),
})
