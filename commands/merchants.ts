import { merchants } from '#contract/merchants.ts'
import { act, command } from '#src/command/define.ts'

/** Another business that lends. */
export const add = act(merchants.add, { args: { code: {}, name: {} }, page: 'merchants' })

/** Whether products may be bound to it. */
export const setState = command(merchants.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})

/** Which business a product belongs to. */
export const bind = command(merchants.bind, { on: 'each', args: { merchantId: {} } })
