import { expect } from 'vitest'
import type { Holiday } from '#contract/holidays.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { addFirstHolidays } from '#server/modules/holidays/steps.ts'
import { alone, test, type World } from '#tests/support/server.ts'

const date = (text: string) => text as LocalDate
const diwali = { date: date('2026-03-11'), name: 'Diwali', quiet: false }
const only = async ({ as }: Pick<World, 'as'>): Promise<Holiday> => (await as('ops').holidays.list({ q: '' })).rows[0]!

test('a holiday is added, moved and taken back, each on the record', async ({ as, server }) => {
  await as('ops').holidays.add(diwali)
  const { id, version } = await only({ as })
  const moved = await as('ops').holidays.edit({ id, version, ...diwali, date: date('2026-03-12') })

  await as('admin').holidays.remove({ id, version: moved.version })

  expect((await as('ops').holidays.list({ q: '' })).rows).toEqual([])
  const { rows } = await server.app.database.query(
    `select command, before ->> 'date' as before, after ->> 'date' as after from audit
      where command like 'holidays.%' and outcome = 'done' order by id`,
  )
  expect(rows).toEqual([
    expect.objectContaining({ command: 'holidays.add' }),
    { command: 'holidays.edit', before: '2026-03-11', after: '2026-03-12' },
    { command: 'holidays.remove', before: '2026-03-12', after: null },
  ])
})

test.for([
  [{ date: null }, 'date', 'invalid'],
  [{ name: ' ' }, 'name', 'invalid'],
  [{ quiet: 'perhaps' }, 'quiet', 'invalid'],
  [{ name: 'Another' }, 'date', 'known_already'],
] as const)('a holiday with %j is refused at %s', async ([wrong, field, fault], { as }) => {
  await as('ops').holidays.add(diwali)
  const other = fault === 'known_already' ? diwali : { ...diwali, date: date('2026-03-20') }

  const refused = as('ops').holidays.add({ ...other, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ fault, fields: [{ field }] })
})

test('only who keeps the calendar changes it', async ({ as }) => {
  await expect(as('manager').holidays.add(diwali)).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').holidays.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  expect(await as('collector').holidays.quietDays()).toEqual({ days: [] })
})

test('a ticket is to be answered in business hours: neither evenings nor holidays count', async ({
  as,
  given,
  clock,
}) => {
  await as('ops').holidays.add(diwali)
  const loan = await given.loan({ state: 30 })
  clock.set('2026-03-10T12:30:00.000Z')

  const about = { kind: 'refund' as const, title: 'Paid twice', content: 'on one day' }
  await as('cs').tickets.open({ id: loan.id, version: loan.version, ...about })

  // an hour was left on Tuesday; Wednesday is a holiday
  const { rows } = await as('cs').tickets.operation({ q: '' })
  expect(rows[0]!.slaDueAt).toBe('2026-03-12T06:30:00Z')
})

test('on a quiet day nobody is called', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  await as('ops').holidays.add({ ...diwali, date: date('2026-03-10'), quiet: true })

  const called = as('collector').cases.call({ id, version })

  await expect(called).rejects.toMatchObject({ fault: 'out_of_hours', values: { opens: '2026-03-11 08:00' } })
})

alone(
  'the calendar begins with the public holidays of the country, and is the administrator’s then',
  async ({ as, server }) => {
    await server.app.database.query(`select setval('ids_holiday', 1, false)`)
    await addFirstHolidays(server.app)
    const { rows } = await as('admin').holidays.list({ q: '' })
    expect(rows.map((row) => `${row.date} ${row.name}`)).toEqual(
      expect.arrayContaining(['2026-01-26 Republic Day', '2026-08-15 Independence Day', '2027-10-02 Gandhi Jayanti']),
    )

    for (const { id, version } of rows) await as('admin').holidays.remove({ id, version })
    await addFirstHolidays(server.app)

    expect((await as('admin').holidays.list({ q: '' })).rows).toEqual([])
  },
)

alone('a year is filled with the holidays of the country: what is there stays as it is', async ({ as }) => {
  await as('ops').holidays.add({ date: date('2027-01-26'), name: 'Our own day', quiet: true })

  const filled = await as('ops').holidays.fillYear({ year: 2027 })

  const { rows } = await as('ops').holidays.list({ q: '', size: 500 })
  expect(filled.added).toBe(rows.length - 1)
  expect(filled.told).toBe(`${filled.added} holidays of 2027 added`)
  expect(rows.find((one) => one.date === '2027-01-26')).toMatchObject({ name: 'Our own day', quiet: true })
  expect(rows.map((one) => one.date)).toContain('2027-10-02')
  expect(await as('ops').holidays.fillYear({ year: 2027 })).toMatchObject({ added: 0 })
  await expect(as('ops').holidays.fillYear({ year: 1999 })).rejects.toMatchObject({ fields: [{ field: 'year' }] })
  await expect(as('manager').holidays.fillYear({ year: 2027 })).rejects.toMatchObject({ code: 403 })
})

alone('a calendar that is about to end is continued by night, on the record', async ({ as, clock, server }) => {
  const tonight = () => server.app.taskRunners.get('fillHolidays')!(server.app)
  await as('ops').holidays.add({ ...diwali, date: date('2026-12-25') })
  clock.set('2026-10-20T00:00:00.000Z')
  expect(await tonight()).toMatchObject({ done: 0 })
  clock.set('2026-10-28T00:00:00.000Z')

  const { done } = await tonight()

  expect(done).toBeGreaterThan(2)
  expect(await tonight()).toMatchObject({ done: 0 })
  const { rows } = await server.app.database.query(
    `select min(date)::text as first, max(date)::text as last from holidays where date > '2026-12-25'`,
  )
  expect(rows).toEqual([{ first: '2027-01-26', last: '2027-12-25' }])
  const { rows: told } = await server.app.database.query(
    `select actor_name, input ->> 'year' as year from audit where command = 'holidays.fillYear'`,
  )
  expect(told).toEqual([{ actor_name: 'fillHolidays', year: '2027' }])
  await server.app.database.query(`delete from holidays where date > '2026-12-25'`)
  expect(await tonight()).toMatchObject({ done: 0 })
})

test('over the calendar stand business hours, and how far it reaches', async ({ as }) => {
  expect(await as('ops').holidays.hours()).toEqual({ opensAt: 9, closesAt: 19, daysPerWeek: 6, until: null })

  await as('ops').holidays.add(diwali)

  expect((await as('manager').holidays.hours()).until).toBe('2026-03-11')
  await expect(as('cs').holidays.hours()).rejects.toMatchObject({ code: 403 })
})
