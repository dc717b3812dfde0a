import { merchants } from '#contract/merchants.ts'
import { act, command } from '#src/command/define.ts'

/** Another business that lends. */
export const add = act(merchants.add, { ask: { code: {}, name: {} }, page: 'products' })

/** Whether products may be bound to it. */
export const setState = act(merchants.setState, { ask: { merchantId: {}, state: {} } })

/** Which business a product belongs to. */
export const bind = command(merchants.bind, { on: 'each', ask: { merchantId: {} } })
