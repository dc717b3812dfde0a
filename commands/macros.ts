import { local } from '#src/command/define.ts'

/** Commands that were recorded, to be run again, recorded or shared. */
export const open = local('macros.open', {
  search: { words: { en: ['record', 'replay'], zh: ['录制', '回放'] } },
  run: (_, console) => console.open('macros'),
})
