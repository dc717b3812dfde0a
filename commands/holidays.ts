import { holidays } from '#contract/holidays.ts'
import { act, command } from '#src/command/define.ts'

/** A day on which the business is closed. */
export const add = act(holidays.add, {
  args: { date: {}, name: {}, quiet: {} },
  page: 'holidays',
  search: { words: { en: ['closed day', 'calendar'], zh: ['节假日', '放假'] } },
})

/** The public holidays of a year, as the calendar has begun with them. */
export const fillYear = act(holidays.fillYear, {
  args: { year: {} },
  page: 'holidays',
  told: ({ told }) => [told],
  search: { words: { en: ['public holidays', 'next year'], zh: ['公共假日', '明年'] } },
})

/** Another day, another name, or whether customers are left alone. */
export const edit = command(holidays.edit, {
  on: 'one',
  args: {
    date: { first: ({ date }) => date },
    name: { first: ({ name }) => name },
    quiet: { first: ({ quiet }) => quiet },
  },
  keys: 'e',
  undo: { args: ({ date, name, quiet }) => ({ date, name, quiet }) },
})

/** Work on days that were none. */
export const remove = command(holidays.remove, { on: 'each', confirm: true, destructive: true })
