import { caseAllocations } from '#contract/case-allocations.ts'
import { collectionCase } from '#contract/cases.ts'
import { act, command, local } from '#src/command/define.ts'

const words = {
  en: ['case allocation', 'assignment', 'distribution'],
  zh: ['分案', '派案'],
  es: ['asignación', 'reparto'],
  vi: ['phân bổ hồ sơ'],
  id: ['alokasi', 'pembagian kasus'],
  ja: ['割り当て', '配分'],
} as const

/** Who would be given how many cases by the next allocation, and why. */
export const openRehearsal = local('caseAllocations.openRehearsal', {
  requires: caseAllocations.rehearse.requires,
  keys: 'g A',
  search: { words },
  run: (_, { go }) => go('/allocation/rehearsal'),
})

/** Today's allocation, now: seen as a rehearsal first. */
export const openToday = local('caseAllocations.openToday', {
  requires: caseAllocations.run.requires,
  page: 'caseAllocations',
  search: { words },
  run: (_, { go }) => go('/allocation/rehearsal?day=today'),
})

/** What the rehearsal of today that is in front says, in earnest. */
export const run = act(caseAllocations.run, { args: {}, confirm: true })

/** Have the cases wait again that nobody has touched. */
export const undo = command(caseAllocations.undo, { on: 'one', confirm: true })

/** Why the collector of a case has it. */
export const whyCollector = local('caseAllocations.whyCollector', {
  subject: collectionCase,
  requires: caseAllocations.explain.requires,
  keys: 'Y',
  search: { words: { en: ['why this collector', 'reason'], zh: ['为什么分给'] } },
  run: ({ id }, { go }) => go(`/allocation/case?case=${encodeURIComponent(id)}`),
})
