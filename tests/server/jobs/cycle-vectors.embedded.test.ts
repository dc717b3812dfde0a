import { expect, test } from 'vitest'
import { cycleInWords, nextRunsAt } from '#server/modules/jobs/cron.ts'
import { parseCycle, WrongCycle } from '#server/modules/jobs/cycle.ts'

/** Tuesday, 10 March 2026, 11:30 in India. */
const now = new Date('2026-03-10T06:00:00.000Z')
const turnsOf = (cycle: string, count: number) =>
  nextRunsAt(cycle, now, 'IN', count).map((at) => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 16))

/** Cycles as they are written, as the library takes them, and the days (and hours) they come round. */
const understood = [
  ['0 12 * * 1-5', '0 12 * * 1-5', ['2026-03-10T12:00', '2026-03-11T12:00']],
  ['0 0 12 ? * 2-6', '0 12 * * 1-5', ['2026-03-10T12:00', '2026-03-11T12:00']],
  ['0 0 12 * * *', '0 12 * * *', ['2026-03-10T12:00', '2026-03-11T12:00']],
  ['00 */15 * * * ?', '*/15 * * * *', ['2026-03-10T11:45', '2026-03-10T12:00']],
  ['0 5/15 * * * ?', '5-59/15 * * * *', ['2026-03-10T11:35', '2026-03-10T11:50']],
  ['0 0 ? * 5', '0 0 * * 5', ['2026-03-13T00:00', '2026-03-20T00:00']],
  ['0 0 * * 7', '0 0 * * 0', ['2026-03-15T00:00', '2026-03-22T00:00']],
  ['0 0 0 ? * 7', '0 0 * * 6', ['2026-03-14T00:00', '2026-03-21T00:00']],
  ['0 0 0 ? * 1', '0 0 * * 0', ['2026-03-15T00:00', '2026-03-22T00:00']],
  ['0 0 0 ? * FRI', '0 0 * * 5', ['2026-03-13T00:00', '2026-03-20T00:00']],
  ['0 0 0 ? * 6#3', '0 0 * * 5#3', ['2026-03-20T00:00', '2026-04-17T00:00']],
  ['0 0 0 ? * FRI#3', '0 0 * * 5#3', ['2026-03-20T00:00', '2026-04-17T00:00']],
  ['0 0 * * 5#3', '0 0 * * 5#3', ['2026-03-20T00:00', '2026-04-17T00:00']],
  ['0 0 0 ? * 6L', '0 0 * * 5L', ['2026-03-27T00:00', '2026-04-24T00:00']],
  ['0 0 * * 5L', '0 0 * * 5L', ['2026-03-27T00:00', '2026-04-24T00:00']],
  ['0 0 0 ? * L', '0 0 * * 6', ['2026-03-14T00:00', '2026-03-21T00:00']],
  ['0 0 0 L * ?', '0 0 L * *', ['2026-03-31T00:00', '2026-04-30T00:00']],
  ['0 0 L * *', '0 0 L * *', ['2026-03-31T00:00', '2026-04-30T00:00']],
  ['0 0 0 ? * 6-2', '0 0 * * 0,1,5,6', ['2026-03-13T00:00', '2026-03-14T00:00']],
  ['0 0 22-2 * * ?', '0 0,1,2,22,23 * * *', ['2026-03-10T22:00', '2026-03-10T23:00']],
  ['0 0 * * 5-7', '0 0 * * 0,5,6', ['2026-03-13T00:00', '2026-03-14T00:00']],
  ['0 0 0 1 JAN,jul ?', '0 0 1 1,7 *', ['2026-07-01T00:00', '2027-01-01T00:00']],
  ['0 0 1 * 1', '0 0 1 * 1', ['2026-03-16T00:00', '2026-03-23T00:00']],
] as const

test.for(understood)('%s is %s', ([cycle, cron, turns]) => {
  expect(parseCycle(cycle).cron).toBe(cron)
  expect(turnsOf(cycle, 2)).toEqual(turns)
})

const wrong = [
  ['* * *', 'cycle_fields', { count: 3 }],
  ['', 'cycle_fields', { count: 0 }],
  ['0 0 12 * * ? 2026', 'cycle_fields', { count: 7 }],
  ['30 0 12 * * ?', 'cycle_seconds', { part: '30' }],
  ['* 0 12 * * ?', 'cycle_seconds', { part: '*' }],
  ['61 0 * * *', 'cycle_part', { part: '61', from: 0, to: 59 }],
  ['a b c d e', 'cycle_part', { part: 'a' }],
  ['0 0 0 * *', 'cycle_part', { part: '0', from: 1, to: 31 }],
  ['0 0 ? * 8', 'cycle_part', { part: '8', from: 0, to: 7 }],
  ['0 0 0 ? * 0', 'cycle_part', { part: '0', from: 1, to: 7 }],
  ['? 0 * * *', 'cycle_part', { part: '?' }],
  ['0 5-3 * * *', 'cycle_part', { part: '5-3' }],
  ['0 0 * * 5#6', 'cycle_part', { part: '5#6' }],
  ['0 0 * * L', 'cycle_part', { part: 'L' }],
  ['*/0 * * * *', 'cycle_step', { part: '*/0', max: 60 }],
  ['*/61 * * * *', 'cycle_step', { part: '*/61', max: 60 }],
  ['0 0 0 1 * 2', 'cycle_days', {}],
  ['0 0 0 15W * ?', 'cycle_unsupported', { part: '15W' }],
  ['0 0 0 LW * ?', 'cycle_unsupported', { part: 'LW' }],
  ['0 0 0 L-3 * ?', 'cycle_unsupported', { part: 'L-3' }],
  ['0 0 * * 1,5#3', 'cycle_alone', { part: '1,5#3' }],
  ['0 0 31 2 *', 'cycle_never', { cycle: '0 0 31 2 *' }],
] as const

test.for(wrong)('“%s” is refused: %s', ([cycle, fault, values]) => {
  let refusal: unknown
  try {
    turnsOf(cycle, 1)
  } catch (error) {
    refusal = error
  }

  expect(refusal).toBeInstanceOf(WrongCycle)
  expect(refusal).toMatchObject({ fault, values })
})

test.for([
  ['*/7 * * * *', ['uneven']],
  ['5/7 * * * *', ['uneven']],
  ['0 0 */2 * *', ['uneven']],
  ['*/15 */6 * */3 *', []],
  ['0-30/7 * * * *', []],
  ['0 0 1 * 1', ['either']],
  ['0 0 0 ? * 6#3', ['quartz']],
] as const)('of %s is told: %o', ([cycle, notes]) => {
  expect(parseCycle(cycle).notes.map(({ note }) => note)).toEqual(notes)
})

test.for([
  ['en', 'At 00:00, on the third Friday of the month'],
  ['zh', '在00:00, 限每月的第三个 星期五'],
  ['es', 'A las 00:00, en el tercer viernes del mes'],
] as const)('Quartz’s 6#3 is a Friday, in words of %s', ([language, words]) => {
  expect(cycleInWords('0 0 0 ? * 6#3', language)).toBe(words)
})
