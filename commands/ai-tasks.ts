import { aiTasks } from '#contract/ai-tasks.ts'
import { command } from '#src/command/define.ts'

/** Begin no more calls; those under way end. */
export const pause = command(aiTasks.pause, {
  on: 'each',
  keys: 'w',
  search: { words: { en: ['stop robot calls'], zh: ['暂停外呼'], es: ['detener robot'] } },
})

/** Go on calling. */
export const resume = command(aiTasks.resume, {
  on: 'each',
  keys: 'r',
  search: { words: { en: ['go on calling'], zh: ['恢复外呼'] } },
})

/** Call nobody any more, for good. */
export const cancel = command(aiTasks.cancel, { on: 'each', confirm: true, destructive: true })
