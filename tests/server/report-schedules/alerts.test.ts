import { expect } from 'vitest'
import { businessEvents } from '#contract/business-events.ts'
import { parseCondition } from '#contract/report-condition.ts'
import { languages } from '#locales/index.ts'
import { alertWords } from '#server/modules/report-schedules/numbers.ts'
import { staffId } from '#server/seed/foundation.ts'
import { exportable, test } from './support.ts'

/** An hour in India, so many days after the first. */
const at = (hour: number, days = 0) =>
  new Date(Date.parse('2026-03-11T00:00:00Z') + (hour - 5.5) * 3_600_000 + days * 86_400_000).toISOString()
const applications = { content: exportable('loans.applications'), shape: { columns: ['id'] } }
const hourly = { ...applications, frequency: 'hourly', time: '00:00' } as const

test('an alert tells once a day and crossing, and says nothing where its number is not reached', async ({
  given,
  schedule,
  sendAt,
  runsOf,
}) => {
  await given.loan()
  await schedule('manager', { ...hourly, condition: 'rows > 1' })

  await sendAt(at(9))
  await given.loan()
  await sendAt(at(10)) // reached
  await sendAt(at(11)) // still reached: told of already
  await sendAt(at(9, 1)) // on another day, too

  const told = (await runsOf('manager')).toReversed()
  expect(told.map(({ state, measured, met }) => [state, measured, met])).toEqual([
    ['quiet', '1', false],
    ['done', '2', true],
    ['quiet', '2', true],
    ['quiet', '2', true],
  ])
})

test('what is crossed again is told of again, though not on the same day', async ({
  given,
  schedule,
  sendAt,
  runsOf,
  server,
}) => {
  const { query } = server.app.database
  const { id } = await given.loan()
  await schedule('manager', { ...hourly, condition: 'rows>=1', query: 'state:22' })
  const set = (state: number) => query(`update loans set state = ${state} where id = '${id}'`)
  const seen: string[] = []
  for (const [state, moment] of [
    [22, at(9)],
    [70, at(10)],
    [22, at(11)],
    [70, at(12)],
    [22, at(9, 1)],
  ] as const) {
    await set(state)
    await sendAt(moment)
    const [last] = await runsOf('manager')
    seen.push(last!.state)
  }

  expect(seen).toEqual(['done', 'quiet', 'quiet', 'quiet', 'done'])
})

test('an alert looks with the scope that its reader has then', async ({ given, schedule, sendAt, runsOf, server }) => {
  await given.loan({ departmentId: 'OPS' as never })
  const moved = (unit: string) =>
    server.app.database.query('update staff set unit_id = $2 where id = $1', [staffId('manager'), unit])
  await moved('OPS')
  await schedule('manager', { ...hourly, condition: 'rows>0' })

  await sendAt(at(9))
  await moved('RSK')
  await sendAt(at(10))

  const told = (await runsOf('manager')).toReversed()
  expect(told.map(({ state, measured }) => [state, measured])).toEqual([
    ['done', '1'],
    ['quiet', '0'],
  ])
})

test('an alert over a share compares percent, and stands on the start page of whoever it is for', async ({
  as,
  given,
  schedule,
  sendAt,
  runsOf,
}) => {
  await given.loan()
  const content = exportable(businessEvents.daily.id)
  await schedule('manager', { content, condition: 'Applications>0', shape: { measures: ['applications'] } })

  await sendAt(at(9))

  expect(await runsOf('manager')).toMatchObject([{ state: 'done', measured: '1', met: true }])
  const { piles } = await as('manager').overview.waiting({})
  expect(piles).toContainEqual(expect.objectContaining({ id: 'alerts', count: 1 }))
})

test('what is wrong with a condition is said by its field', async ({ schedule, as }) => {
  const wrong = (about: object) => expect(schedule('manager', { ...applications, ...about } as never)).rejects
  await wrong({ condition: 'rows' }).toMatchObject({ fault: 'condition_not_read', fields: [{ field: 'condition' }] })
  await wrong({ condition: 'colour>3' }).toMatchObject({ fault: 'unknown_measure', fields: [{ field: 'condition' }] })
  await wrong({ frequency: 'hourly' }).toMatchObject({
    fault: 'hourly_needs_condition',
    fields: [{ field: 'frequency' }],
  })
  await expect(
    schedule('collector', { content: exportable('dueFacts.report'), condition: 'overdueT0>1' }),
  ).rejects.toMatchObject({ code: 403 })
  expect((await as('manager').reportSchedules.list({ q: '' })).rows).toEqual([])
})

test('a condition stands in the list in the words of whoever reads it, and is saved in them', async ({
  schedule,
  as,
  server,
}) => {
  const content = exportable(businessEvents.daily.id)
  const { id, version } = await schedule('manager', { content, condition: 'applications>0' })
  const read = async (language: string, q = '') =>
    (await as('manager', { language }).reportSchedules.list({ q })).rows.map(({ condition }) => condition)

  expect(await read('en')).toEqual(['Applications > 0'])
  expect(await read('zh')).toEqual(['申请 > 0'])
  expect(await read('zh', 'condition:申请')).toEqual(['申请 > 0'])
  const asked = { title: 'Morning', query: '', frequency: 'daily', time: '09:00', format: 'csv' } as const
  await as('manager', { language: 'zh' }).reportSchedules.edit({
    ...asked,
    id,
    version,
    condition: '申请 > 0',
    delivery: 'centre',
  })

  expect(await read('en')).toEqual(['Applications > 0'])
  const kept = await server.app.database.query('select condition from report_schedules')
  expect(kept.rows).toEqual([{ condition: 'applications>0' }])
})

test('every number that an alert can be about is told from the others by its word, and is read back', ({ server }) => {
  const { registry, translations } = server.app
  const wrong: string[] = []
  for (const language of languages) {
    const all = alertWords(registry, (key, values) => translations.t(language, key, values))
    for (const [id, byName] of Object.entries(all)) {
      const words = Object.values(byName)
      const isTwice = (word: string, at: number) =>
        words.findIndex((one) => one.toLowerCase() === word.toLowerCase()) !== at
      const isLost = (word: string) => parseCondition(`${word} >= 1.5`)?.measure !== word
      wrong.push(
        ...words.filter((word, at) => isTwice(word, at) || isLost(word)).map((word) => `${language} ${id}: ${word}`),
      )
    }
  }

  expect(wrong, 'another word for one of them, without < > or =').toEqual([])
})
