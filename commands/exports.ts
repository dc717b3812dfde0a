import { exportSubject, exports } from '#contract/exports.ts'
import { ok, refused } from '#contract/kernel/fault.ts'
import { command, local } from '#src/command/define.ts'

/** A file of the export centre, saved again. */
export const download = local('exports.download', {
  subject: exportSubject,
  search: { words: { en: ['get file', 'save export'], zh: ['下载文件'] } },
  when: ({ state }) => (state === 'done' ? ok : refused('export_gone')),
  run: ({ id }, { save }) => save(exports.download, { id }),
})

/** Give files up that are being made, or throw them away. */
export const discard = command(exports.discard, { on: 'each', confirm: true, destructive: true })
