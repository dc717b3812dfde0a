import { doNotDisturb } from '#contract/do-not-disturb.ts'
import { act, command } from '#src/command/define.ts'

const words = {
  en: ['dnd', 'opt out', 'unsubscribe'],
  zh: ['免打扰', '退订'],
  es: ['baja de mensajes'],
  vi: ['không làm phiền'],
  id: ['jangan ganggu'],
  ja: ['配信停止'],
} as const

/** Put a customer or a number on the do-not-disturb list. */
export const add = act(doNotDisturb.add, {
  args: {
    ...{ kind: {}, value: {}, channel: {}, scope: {}, origin: {} },
    ...{ until: { optional: true }, remark: { optional: true } },
  },
  page: 'doNotDisturb',
  search: { words },
})

/** Write to a customer no more. */
export const addCustomer = command(doNotDisturb.addCustomer, {
  on: 'one',
  args: { channel: {}, scope: {}, origin: {}, until: { optional: true }, remark: { optional: true } },
  search: { words },
})

/** Write to them again. */
export const lift = command(doNotDisturb.lift, { on: 'each', confirm: true })
