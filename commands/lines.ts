import { lines } from '#contract/lines.ts'
import { act, command, local } from '#src/command/define.ts'

/** Another number or seat. */
export const add = act(lines.add, {
  args: {
    ...{ kind: {}, number: {}, providerId: { optional: true } },
    ...{ staffId: { optional: true }, agencyId: { optional: true } },
  },
  page: 'lines',
  search: { words: { en: ['seat', 'phone number', 'extension'], zh: ['坐席', '号码'] } },
})

/** Its number, and whose it is. */
export const edit = command(lines.edit, {
  on: 'one',
  args: {
    number: { first: ({ number }) => number },
    providerId: { optional: true, first: ({ provider }) => provider?.id },
  },
})

/** Give a line to somebody, or to an agency. */
export const bind = command(lines.bind, {
  on: 'one',
  args: {
    staffId: { optional: true, first: ({ staff }) => staff?.id },
    agencyId: { optional: true, first: ({ agency }) => agency?.id },
  },
  keys: 'b',
  search: { words: { en: ['assign'], zh: ['分配'] } },
})

/** Have everybody use them again. */
export const unbind = command(lines.unbind, { on: 'each', confirm: true })

/** Whether anybody is called by them. */
export const setState = command(lines.setState, {
  on: 'each',
  args: { state: {} },
  undo: { args: ({ state }) => ({ state }) },
})

/** Note that phones warn of them. */
export const setSpam = command(lines.setSpam, {
  on: 'each',
  args: { spam: {} },
  undo: { args: ({ spam }) => ({ spam }) },
})

/** Ask the provider whether calls go out. */
export const test = command(lines.test, { on: 'each' })

/** Many from a sheet. */
export const openSheet = local('lines.openSheet', {
  requires: lines.addSheet.requires,
  page: 'lines',
  search: { words: { en: ['import lines'], zh: ['导入线路'] } },
  run: (_, { go }) => go('/lines/upload'),
})
