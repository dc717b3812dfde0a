import { local } from '#src/command/define.ts'

/** Edit key bindings. */
export const open = local('keys.open', {
  search: {
    words: {
      zh: ['快捷键'],
      en: ['shortcuts', 'rebind'],
      es: ['atajos'],
      vi: ['phím tắt'],
      id: ['tombol pintas'],
      ja: ['ショートカット'],
    },
  },
  run: (_, console) => console.open('keys'),
})
