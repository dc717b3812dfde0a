import { duty } from '#contract/duty.ts'
import { pages } from '#contract/menu.ts'
import { act, local } from '#src/command/define.ts'

const words = {
  en: ['roster', 'rota', 'shifts'],
  zh: ['值班', '班表'],
  es: ['guardias', 'rol'],
  vi: ['ca trực'],
  id: ['piket', 'shift'],
  ja: ['勤務表'],
} as const
const { requires } = duty.save

/** Who works when. */
export const open = local('duty.open', {
  requires: duty.week.requires,
  keys: 'g D',
  search: { words },
  run: (_, { go }) => go(pages.duty),
})

/** What was changed and is not saved yet. */
export const save = local('duty.save', { requires, search: { words }, run: (_, { page }) => page('duty', 'save') })

/** Give up what was changed and is not saved yet. */
export const discard = local('duty.discard', {
  requires,
  search: { words: { en: ['give up roster changes'], zh: ['取消修改'] } },
  run: (_, { page }) => page('duty', 'discard'),
})

/** Have the chosen people, or all that are shown, work as in the week before. */
export const copyLastWeek = local('duty.copyLastWeek', {
  requires,
  search: { words: { en: ['repeat roster', 'same as last week'], zh: ['沿用上周'], es: ['repetir turnos'] } },
  run: (_, { page }) => page('duty', 'copyLastWeek'),
})

/** A week later, … */
export const nextWeek = local('duty.nextWeek', {
  requires: duty.week.requires,
  search: { words },
  run: (_, { page }) => page('duty', 'nextWeek'),
})
/** … a week earlier, … */
export const previousWeek = local('duty.previousWeek', {
  requires: duty.week.requires,
  search: { words },
  run: (_, { page }) => page('duty', 'previousWeek'),
})
/** … or the one in which today lies. */
export const thisWeek = local('duty.thisWeek', {
  requires: duty.week.requires,
  search: { words: { ...words, en: [...words.en, 'who works today'] } },
  run: (_, { page }) => page('duty', 'thisWeek'),
})

/** Somebody who is on no schedule yet: collectors, telemarketers, service. */
export const putOn = act(duty.putOn, {
  args: { staff: {} },
  search: { words: { en: ['add to roster', 'schedule somebody'], zh: ['添加排班'], es: ['agregar a turnos'] } },
})

/** Somebody who works by no schedule any more. */
export const takeOff = act(duty.takeOff, {
  args: { staff: {} },
  confirm: true,
  search: { words: { en: ['remove from roster', 'unschedule'], zh: ['移除排班'], es: ['sacar de turnos'] } },
})

/** Everybody within reach as a sheet. */
export const exportSheet = local('duty.exportSheet', {
  requires: duty.exportSheet.requires,
  search: { words: { en: ['urge schedule template', 'roster template'], zh: ['排班模板'] } },
  run: (_, { save: saveFile }) => saveFile(duty.exportSheet, {}),
})

/** Many at once, from a filled sheet. */
export const openImport = local('duty.openImport', {
  requires: duty.importSheet.requires,
  search: {
    words: {
      en: ['urge schedule template', 'roster import'],
      zh: ['导入排班', '排班模板'],
      es: ['importar turnos'],
      id: ['impor jadwal'],
    },
  },
  run: (_, { go }) => go('/duty/upload'),
})
