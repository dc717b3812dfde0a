import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { asked, configured, owing, plan } from '../ai-tasks/support.ts'

test('a configuration is added, edited, disabled and deleted', async ({ as, given }) => {
  const id = await configured(
    { as, given },
    { weekdays: '6,1-3', dates: '2026-12-31,2026-12-24', ignoredLabels: 'h,c' },
  )
  const row = async () => (await as('cs').aiConfigs.list({ q: `id:${id}` })).rows[0]!
  expect(await row()).toMatchObject({
    ...{ state: 'enabled', product: { id: 'IN-7' }, minOverdueDays: 1, maxOverdueDays: 30, tasks: 0 },
    ...{ weekdays: '1-3, 6', dates: '2026-12-24, 2026-12-31', startTime: '09:00', ignoredLabels: 'c, h' },
  })

  const edited = await as('ops').aiConfigs.edit({
    ...{ ...asked, id, version: (await row()).version, maxOverdueDays: null, robotName: 'Ravi', weekdays: null },
    dates: '2026-12-24',
  })
  expect(edited).toMatchObject({ maxOverdueDays: null, robotName: 'Ravi', weekdays: null, dates: '2026-12-24' })
  expect(await as('ops').aiConfigs.setState({ id, version: edited.version, state: 'disabled' })).toMatchObject({
    state: 'disabled',
  })
  await as('admin').aiConfigs.remove({ id, version: (await row()).version })
  expect((await as('cs').aiConfigs.list({ q: '' })).rows).toEqual([])
})

test.for([
  [{ productId: 'NONE' }, 'productId', 'There is no such product'],
  [{ maxOverdueDays: 0 }, 'maxOverdueDays', 'The last day lies before the first'],
  [{ weekdays: null }, 'weekdays', 'Say on which weekdays or dates calls go out'],
  [{ weekdays: '5-1' }, 'weekdays', 'Weekdays are 1 to 7, as 1-5 or 1, 3, 6'],
  [{ dates: '24.12.2026' }, 'dates', 'Dates are written as 2026-12-24, with commas between'],
  [{ startTime: '18:00', endTime: '18:00' }, 'endTime', 'It would end before it begins'],
  [
    { startTime: '19:30', endTime: '21:00' },
    'startTime',
    'Nobody may be called at that time: the law allows 08:00 to 19:00',
  ],
  [{ startTime: '9:30' }, 'startTime', expect.any(String)],
  [{ ignoredLabels: 'x' }, 'ignoredLabels', expect.any(String)],
  [{ ignoredLabels: '' }, 'ignoredLabels', expect.any(String)],
  [{ robotId: ' ' }, 'robotId', expect.any(String)],
  [{ redialMinutes: 0 }, 'redialMinutes', expect.any(String)],
  [{ repeatMax: 0 }, 'repeatMax', expect.any(String)],
] as const)('%j is refused, and says why', async ([wrong, field, reason], { as, given }) => {
  await given.product()

  await expect(as('ops').aiConfigs.add({ ...asked, ...wrong } as typeof asked)).rejects.toMatchObject({
    fields: [{ field, reason }],
  })
})

test('one that tasks were planned by is disabled instead; others do not change it', async ({ as, given, server }) => {
  const id = await configured({ as, given })
  await owing({ given }, '0011')
  await plan({ server })
  const [row] = (await as('admin').aiConfigs.list({ q: '' })).rows

  expect(row).toMatchObject({ tasks: 1 })
  await expect(as('admin').aiConfigs.remove({ id, version: row!.version })).rejects.toMatchObject({
    fault: 'config_used',
  })
  await expect(as('cs').aiConfigs.add(asked)).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').aiConfigs.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
