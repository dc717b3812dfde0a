import { providerBindings } from '#contract/providers/bindings.ts'
import { act, command } from '#src/command/define.ts'

/** Bind an app to a configuration. */
export const add = act(providerBindings.add, { args: { appId: {}, configId: {} }, page: 'providerBindings' })

/** Bind it to another one. */
export const edit = command(providerBindings.edit, {
  on: 'one',
  args: { configId: { first: ({ config }) => config.id } },
  undo: { args: ({ config }) => ({ configId: config.id }) },
})

/** Whether the binding counts. */
export const setState = command(providerBindings.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})
