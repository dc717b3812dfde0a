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
