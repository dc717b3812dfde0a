import { duty } from '#contract/duty.ts'
import { matchesDuty, mondayOf, weekOf } from '#contract/duty-days.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { forecast } from './forecast.ts'
import { usualPattern } from './pattern.ts'
import { scheduledPeople, spanOf, staffedStages, unitsOf } from './people.ts'
import { dutySheet, importFrom, sheetLines } from './sheet.ts'
import { deletePattern, insertPattern, lockPatterns, namesWithin, saveDuty } from './write.ts'

const field = 'staff'

/** What somebody is called, where the caller may put them on duty. @throws Refusal `unknown_staff`. */
async function nameWithin(staff: IdOf<'staff'>, context: Context): Promise<string> {
  const name = (await namesWithin([staff], context)).get(staff)
  if (name === undefined) throw new Refusal('unknown_staff', undefined, { field })
  return name
}

const patternOf = (works: ReadonlyMap<string, boolean>) =>
  Object.fromEntries([...works].map(([key, one]) => [key.split(' ')[1]!, one]))

/** Handlers of `duty`: who works when. */
export default implement(duty, {
  async week({ day, ...filter }, call) {
    const { today } = call
    const monday = mondayOf(day ?? today)
    const everybody = await scheduledPeople(call, 'duty', spanOf(monday))
    const people = everybody.filter((one) => matchesDuty(one, filter))
    return {
      ...{ today, days: [...weekOf(monday)], people },
      stages: await staffedStages(call, everybody),
      units: await unitsOf(call, everybody),
    }
  },

  save: (changes, call) => saveDuty(changes, call),
  forecast: (changes, call) => forecast(changes, call),

  async putOn({ staff }, call) {
    const { tx, note } = call
    const name = await nameWithin(staff, call)
    const pattern = await usualPattern(tx)
    if (!(await insertPattern(tx, staff, pattern))) throw new Refusal('on_schedule', { name }, { field })
    note({ objectId: staff, after: { pattern: Object.fromEntries(pattern.map((works, i) => [i + 1, works])) } })
    await announceRows(tx, 'duty')
    return { staff }
  },

  async takeOff({ staff }, call) {
    const { tx, note } = call
    const name = (await namesWithin([staff], call)).get(staff)
    const works = await lockPatterns(tx, [staff])
    if (name === undefined || works.size === 0) {
      throw new Refusal('not_on_schedule', { name: name ?? staff }, { field })
    }
    await deletePattern(call, staff)
    note({ objectId: staff, before: { pattern: patternOf(works) }, after: null })
    await announceRows(tx, 'duty')
    return { staff }
  },

  exportSheet: async (_, call) => templateFile(dutySheet, await sheetLines(call)) as never, // a file stands for the answer
  importSheet: (_, call) => importFrom(call.uploads!.files.file!.path, call), // the kernel refuses a call without it
})
