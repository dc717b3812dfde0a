import { menuEntries } from '#contract/menu-entries.ts'
import { act, command, labelArguments } from '#src/command/define.ts'

const optional = { optional: true } as const

/** Another link out of the console. */
export const addLink = act(menuEntries.addLink, {
  args: {
    ...{ labelEn: {}, path: {}, place: {}, sort: {}, icon: optional },
    ...{ labelZh: optional, labelEs: optional, labelVi: optional, labelId: optional, labelJa: optional },
  },
  page: 'menu',
  search: { words: { en: ['external link', 'bookmark'], zh: ['外部链接'] } },
})

/** Other titles, another place, another sign. */
export const edit = command(menuEntries.edit, {
  on: 'one',
  args: {
    sort: { first: ({ sort }) => sort },
    icon: { optional: true, first: ({ icon }) => icon ?? '' },
    ...labelArguments,
  },
  keys: 'e',
})

/** Another address of a link. */
export const setAddress = command(menuEntries.setAddress, {
  on: 'one',
  args: { path: { first: ({ path }) => path } },
})

/** Have entries stand in the menu, … */
export const show = command(menuEntries.show, { on: 'each' })
/** … or no longer. */
export const hide = command(menuEntries.hide, { on: 'each' })

/** Titles, places and signs as they came with the product. */
export const restore = command(menuEntries.restore, { on: 'each', confirm: true })

/** Take links away. */
export const remove = command(menuEntries.remove, { on: 'each', confirm: true, destructive: true })
