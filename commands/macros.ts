import { local } from '#src/command/define.ts'

/** Macros: recorded commands, to be replayed, recorded or shared. */
export const open = local('macros.open', {
  search: { words: { en: ['record', 'replay'], zh: ['录制', '回放'] } },
  run: (_, console) => console.open('macros'),
})
