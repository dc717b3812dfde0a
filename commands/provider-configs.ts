import { providerConfigs } from '#contract/providers/configs.ts'
import { act, command, local } from '#src/command/define.ts'

/** Another way to reach a provider. */
export const add = act(providerConfigs.add, {
  args: {
    ...{ providerId: {}, name: {}, address: { optional: true }, account: { optional: true } },
    ...{ apiKey: { optional: true }, signingKey: { optional: true }, weight: {}, price: { optional: true } },
  },
  page: 'providerConfigs',
  search: { words: { en: ['gateway', 'channel', 'API key'], zh: ['网关', '渠道', '密钥'] } },
})

/** Where it is reached, with which keys, and how much goes there. Keys that are left blank stay. */
export const edit = command(providerConfigs.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    address: { optional: true, first: ({ address }) => address ?? '' },
    account: { optional: true, first: ({ account }) => account ?? '' },
    apiKey: { optional: true },
    signingKey: { optional: true },
    weight: { first: ({ weight }) => weight },
    price: { optional: true, first: ({ price }) => price ?? undefined },
  },
  confirm: true,
})

/** Whether it is used. */
export const setState = command(providerConfigs.setState, {
  on: 'each',
  args: { state: {} },
  confirm: true,
  undo: { args: ({ state }) => ({ state }) },
})

/** Call the provider, and see what comes of it. */
export const test = command(providerConfigs.test, {
  on: 'each',
  search: { words: { en: ['ping', 'check connection'], zh: ['连通', '检测'] } },
})

/** All of them as a sheet, without keys. */
export const generate = local('providerConfigs.generate', {
  requires: providerConfigs.generate.requires,
  page: 'providerConfigs',
  run: (_, { save }) => save(providerConfigs.generate, {}),
})
