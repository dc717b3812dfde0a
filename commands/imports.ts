import { local } from '#src/command/define.ts'

/** Load a book of loans from a file. */
export const open = local('imports.open', {
  requires: 'applications.request',
  page: 'applications',
  search: { words: { en: ['upload', 'csv'], zh: ['上传', '导入'] } },
  run: (_, console) => console.open('import'),
})
