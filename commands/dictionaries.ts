import { dictionaryEntries, sheetTypesMax } from '#contract/dictionaries/entries.ts'
import { dictionaries, dictionary, rootCode } from '#contract/dictionaries/types.ts'
import { listPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { act, command, local, localOnRows } from '#src/command/define.ts'

/** A list of codes of one's own. */
export const add = act(dictionaries.add, {
  args: { code: {}, name: {}, sort: {}, parent: {} },
  page: 'dictionaries',
  search: { words: { en: ['new dictionary', 'code list'], zh: ['新增字典'] } },
})

/** What a type is called, and where it stands. */
export const edit = command(dictionaries.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    sort: { first: ({ sort }) => sort },
    parent: { first: ({ parent }) => parent?.id ?? rootCode },
  },
  keys: 'e',
  // what a type stands below is one that one can stand below
  undo: {
    args: ({ name, sort, parent }) => ({ name, sort, parent: (parent?.id ?? rootCode) as IdOf<'parentDictionary'> }),
  },
})

/** Give up a list that nobody needs. */
export const remove = command(dictionaries.remove, { on: 'each', confirm: true, destructive: true })

/** Some types as a sheet with all their entries, for another installation. */
export const downloadSheet = localOnRows('dictionaries.downloadSheet', {
  subject: dictionary,
  requires: dictionaryEntries.generate.requires,
  most: sheetTypesMax,
  search: { words: { en: ['generate dictionary', 'export types'], zh: ['生成字典', '导出字典'] } },
  run: (rows, { save }) => save(dictionaryEntries.generate, { ids: rows.map(({ id }) => id) }),
})

/** The entries of a type, to be worked on. */
export const openEntries = local('dictionaries.openEntries', {
  subject: dictionary,
  requires: 'dictionaryEntries',
  run: ({ id }, { go }) => go(listPath('dictionaryEntries', `dictionary:${id}`)),
})
