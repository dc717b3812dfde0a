import { dictionaries, dictionary, rootCode } from '#contract/dictionaries/types.ts'
import { listPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { act, command, local } from '#src/command/define.ts'

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

/** The entries of a type, to be worked on. */
export const openEntries = local('dictionaries.openEntries', {
  subject: dictionary,
  requires: 'dictionaryEntries',
  run: ({ id }, { go }) => go(listPath('dictionaryEntries', `dictionary:${id}`)),
})
