import { aiConfigs } from '#contract/ai-configs.ts'
import { act, command } from '#src/command/define.ts'

/** What stands below the fields that are not clear by their names. */
const prompts = {
  maxOverdueDays: { optional: true, hint: 'aiConfigs.maxOverdueDays.hint' },
  weekdays: { optional: true, hint: 'aiConfigs.weekdays.hint' },
  dates: { optional: true, hint: 'aiConfigs.dates.hint' },
  startTime: { hint: 'aiConfigs.startTime.hint' },
  robotId: { hint: 'aiConfigs.robotId.hint' },
  repeatDays: { hint: 'aiConfigs.repeatDays.hint' },
  redialMinutes: { hint: 'aiConfigs.redialMinutes.hint' },
  ignoredLabels: { hint: 'aiConfigs.ignoredLabels.hint' },
} as const

/** Whom another robot calls, when, and how often. */
export const add = act(aiConfigs.add, {
  args: {
    ...{ productId: {}, minOverdueDays: {}, maxOverdueDays: prompts.maxOverdueDays },
    ...{ weekdays: prompts.weekdays, dates: prompts.dates, startTime: prompts.startTime, endTime: {} },
    ...{ robotId: prompts.robotId, robotName: {}, repeatDays: prompts.repeatDays, repeatMax: {} },
    ...{ redialMinutes: prompts.redialMinutes, redialMax: {}, ignoredLabels: prompts.ignoredLabels },
  },
  page: 'aiConfigs',
  search: { words: { en: ['robot call', 'outbound AI'], zh: ['机器人外呼'], es: ['robot de llamadas'] } },
})

/** What counts from the next day that is planned. */
export const edit = command(aiConfigs.edit, {
  on: 'one',
  args: {
    productId: { first: ({ product }) => product.id },
    minOverdueDays: { first: (row) => row.minOverdueDays },
    maxOverdueDays: { ...prompts.maxOverdueDays, first: (row) => row.maxOverdueDays },
    weekdays: { ...prompts.weekdays, first: ({ weekdays }) => weekdays ?? '' },
    dates: { ...prompts.dates, first: ({ dates }) => dates ?? '' },
    startTime: { ...prompts.startTime, first: ({ startTime }) => startTime },
    endTime: { first: ({ endTime }) => endTime },
    robotId: { ...prompts.robotId, first: ({ robotId }) => robotId },
    robotName: { first: ({ robotName }) => robotName },
    repeatDays: { ...prompts.repeatDays, first: ({ repeatDays }) => repeatDays },
    repeatMax: { first: ({ repeatMax }) => repeatMax },
    redialMinutes: { ...prompts.redialMinutes, first: ({ redialMinutes }) => redialMinutes },
    redialMax: { first: ({ redialMax }) => redialMax },
    ignoredLabels: { ...prompts.ignoredLabels, first: ({ ignoredLabels }) => ignoredLabels },
  },
  keys: 'e',
})

/** Whether robots call by them. */
export const setState = command(aiConfigs.setState, {
  on: 'each',
  args: { state: {} },
  undo: { args: ({ state }) => ({ state }) },
})

/** One that nobody was ever called by. */
export const remove = command(aiConfigs.remove, { on: 'one', confirm: true, destructive: true })
