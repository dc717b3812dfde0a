import { dictionaryEntries, dictionaryEntry } from '#contract/dictionaries/entries.ts'
import { act, command, labelArguments, local } from '#src/command/define.ts'

/** A code that staff can choose from now on. */
export const add = act(dictionaryEntries.add, {
  args: {
    dictionary: {},
    code: {},
    labelEn: {},
    labelZh: { optional: true },
    labelEs: { optional: true },
    labelVi: { optional: true },
    labelId: { optional: true },
    labelJa: { optional: true },
    sort: { optional: true },
    tone: { optional: true },
  },
  page: 'dictionaryEntries',
  search: { words: { en: ['new entry', 'new reason', 'new ticket type'], zh: ['新增字典项', '新增原因'] } },
})

/** What a code is called in every language, where it stands, and its colour. */
export const edit = command(dictionaryEntries.edit, {
  on: 'one',
  args: {
    ...labelArguments,
    sort: { first: ({ sort }) => sort },
    tone: { first: ({ tone }) => tone },
  },
  keys: 'e',
  search: { words: { en: ['rename', 'translate label'], zh: ['改名', '标签'] } },
  undo: {
    args: ({ labelEn, labelZh, labelEs, labelVi, labelId, labelJa, code, sort, tone }) => ({
      ...{ labelEn: labelEn ?? code, labelZh: labelZh ?? '', labelEs: labelEs ?? '' },
      ...{ labelVi: labelVi ?? '', labelId: labelId ?? '', labelJa: labelJa ?? '', sort, tone },
    }),
  },
})

/** Stop offering entries, or offer them again. */
export const setState = command(dictionaryEntries.setState, {
  on: 'each',
  args: { state: {} },
  undo: { args: ({ state }) => ({ state }) },
})

/** Take entries back that nobody has chosen. */
export const remove = command(dictionaryEntries.remove, { on: 'each', confirm: true, destructive: true })

/** All dictionaries as a sheet, for another installation. */
export const generate = local('dictionaryEntries.generate', {
  requires: dictionaryEntries.generate.requires,
  page: 'dictionaries',
  run: (_, { save }) => save(dictionaryEntries.generate, {}),
})

/** Take in the sheet of another installation. */
export const openTake = local('dictionaryEntries.openTake', {
  requires: dictionaryEntries.take.requires,
  page: 'dictionaries',
  run: (_, { go }) => go('/dictionaries/take'),
})

/** The code that programs know an entry by. */
export const copyCode = local('dictionaryEntries.copyCode', {
  subject: dictionaryEntry,
  run: ({ code }, { copy }) => copy(code),
})
