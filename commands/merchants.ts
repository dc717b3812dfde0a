import { merchants } from '#contract/merchants.ts'
import { act, command } from '#src/command/define.ts'

/** Another business that lends. */
export const add = act(merchants.add, { ask: { code: {}, name: {} }, page: 'merchants' })

/** Whether products may be bound to it. */
export const setState = command(merchants.setState, {
  on: 'each',
  ask: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})

/** Which business a product belongs to. */
export const bind = command(merchants.bind, { on: 'each', ask: { merchantId: {} } })
