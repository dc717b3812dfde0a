import { stages } from '#contract/stages.ts'
import { act, command } from '#src/command/define.ts'

/** What stands below the fields that are not clear by their names. */
const hints = {
  lastDay: { optional: true, hint: 'stages.lastDay.hint' },
  addressBookVisible: { hint: 'stages.addressBookVisible.hint' },
  capacity: { optional: true, hint: 'stages.capacity.hint' },
} as const

/** Another stage of collection; its neighbours make room for it. */
export const add = act(stages.add, {
  args: {
    code: {},
    name: {},
    firstDay: {},
    lastDay: hints.lastDay,
    addressBookVisible: hints.addressBookVisible,
    rollPolicy: {},
    capacity: hints.capacity,
  },
  page: 'stages',
  told: ({ moved }) => moved,
  search: {
    words: { en: ['bucket', 'overdue stage', 'days past due'], zh: ['催收阶段', '账龄'], es: ['tramo'] },
  },
})

/** Its name, its days, and how its cases are worked. */
export const edit = command(stages.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    firstDay: { first: ({ firstDay }) => firstDay },
    lastDay: { ...hints.lastDay, first: ({ lastDay }) => lastDay },
    addressBookVisible: { ...hints.addressBookVisible, first: (row) => row.addressBookVisible },
    rollPolicy: { first: ({ rollPolicy }) => rollPolicy },
    capacity: { ...hints.capacity, first: ({ capacity }) => capacity },
  },
  keys: 'e',
  // which neighbours have other days then is told before
  confirm: true,
  undo: {
    args: ({ name, firstDay, lastDay, addressBookVisible, rollPolicy, capacity }) => {
      return { name, firstDay, lastDay, addressBookVisible, rollPolicy, capacity }
    },
  },
  search: { words: { en: ['bucket', 'overdue stage'], zh: ['催收阶段', '账龄'], es: ['tramo'] } },
})

/** One in which no case is open: a neighbour has its days then. */
export const remove = command(stages.remove, { on: 'one', confirm: true, destructive: true })
