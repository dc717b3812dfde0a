import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { LoanState } from '#contract/loans/flow.ts'
import { dailyDays } from '#contract/overview.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { departments, headOffice, type UnitId } from '#server/seed/units.ts'
import type { Server } from '#server/server.ts'
import { test } from '#tests/support/server.ts'

const running: LoanState = 30
type About = Partial<typeof loanRows.$inferInsert>
type Paid = Partial<typeof paymentRows.$inferInsert>

const on = ({ app: { database } }: Server) => ({
  lent: (id: IdOf<'loan'>, values: About) => database.db.update(loanRows).set(values).where(eq(loanRows.id, id)),
  paid: (loanId: IdOf<'loan'>, values: Paid) =>
    database.db.insert(paymentRows).values({
      ...{ id: `P${Math.random()}` as IdOf<'payment'>, loanId, amountMinor: 10_000, currency: 'INR', kind: 'normal' },
      ...{ channel: 'link', state: 'success', createdAt: new Date('2026-03-01T00:00:00Z') },
      ...values,
    }),
})
const at = (moment: string) => new Date(moment)

test('the last thirty days are told, today last, with what went out and what came in on each', async ({
  as,
  given,
  server,
}) => {
  const { lent, paid } = on(server)
  const { id } = await given.loan({ state: running })
  await lent(id, { disbursedAt: at('2026-03-08T06:00:00Z'), receivedMinor: 420_000 })
  await paid(id, { completedAt: at('2026-03-10T05:00:00Z') })
  await paid(id, { completedAt: at('2026-03-10T05:30:00Z'), amountMinor: 5_000 })

  const { days } = await as('ops').overview.daily()

  expect(days).toHaveLength(dailyDays)
  expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2026-02-09', '2026-03-10'])
  expect(days.filter(({ disbursedCount, repaidCount }) => disbursedCount + repaidCount > 0)).toEqual([
    {
      date: '2026-03-08',
      disbursed: { minor: 420_000, currency: 'INR' },
      repaid: { minor: 0, currency: 'INR' },
      ...{ disbursedCount: 1, repaidCount: 0 },
    },
    {
      date: '2026-03-10',
      disbursed: { minor: 0, currency: 'INR' },
      repaid: { minor: 15_000, currency: 'INR' },
      ...{ disbursedCount: 0, repaidCount: 2 },
    },
  ])
})

test('a day is a day of the operating country, and the first one begins at its midnight', async ({
  as,
  given,
  server,
}) => {
  const { lent, paid } = on(server)
  const { id } = await given.loan({ state: running })
  await lent(id, { disbursedAt: at('2026-03-07T18:29:59Z') })
  await paid(id, { completedAt: at('2026-03-07T18:30:00Z') })
  await paid(id, { completedAt: at('2026-02-08T18:30:00Z') })
  await paid(id, { completedAt: at('2026-02-08T18:29:59Z') })

  const { days } = await as('ops').overview.daily()

  expect(days.filter(({ disbursedCount }) => disbursedCount > 0).map(({ date }) => date)).toEqual(['2026-03-07'])
  expect(days.filter(({ repaidCount }) => repaidCount > 0).map(({ date }) => date)).toEqual([
    '2026-02-09',
    '2026-03-08',
  ])
})

test('what never arrived is not counted, and an extension pays nobody', async ({ as, given, server }) => {
  const { lent, paid } = on(server)
  const { id } = await given.loan({ state: running })
  await lent(id, { disbursedAt: at('2026-03-08T06:00:00Z'), kind: 'extension' })
  await paid(id, { completedAt: at('2026-03-09T05:00:00Z'), state: 'fail' })
  await paid(id, { completedAt: null, state: 'paying' })

  const { days } = await as('ops').overview.daily()

  expect(days.every(({ disbursedCount, repaidCount }) => disbursedCount + repaidCount === 0)).toBe(true)
})

test('money that was taken back counts for nothing, for whoever sees all and for whoever sees a department', async ({
  as,
  given,
  server,
}) => {
  const { paid } = on(server)
  const { id } = await given.loan({ state: running })
  await paid(id, { completedAt: at('2026-03-09T05:00:00Z') })
  await paid(id, { completedAt: at('2026-03-09T06:00:00Z') })
  await paid(id, { completedAt: at('2026-03-09T07:00:00Z'), amountMinor: -10_000 })
  const told = async (who: 'executive' | 'manager') =>
    (await as(who).overview.daily()).days.find(({ date }) => date === '2026-03-09')

  const expected = { repaid: { minor: 10_000, currency: 'INR' }, repaidCount: 1 }
  expect(await told('executive')).toMatchObject(expected)
  expect(await told('manager')).toMatchObject(expected)
})

test('whoever sees a department only is told of its orders only', async ({ as, given, server }) => {
  const { lent, paid } = on(server)
  const { id } = await given.loan({ state: running, departmentId: departments.service.id })
  await lent(id, { disbursedAt: at('2026-03-08T06:00:00Z') })
  await paid(id, { completedAt: at('2026-03-09T05:00:00Z') })
  const counted = async (who: 'executive' | 'manager' | 'group') =>
    (await as(who).overview.daily()).days.reduce((sum, day) => sum + day.disbursedCount + day.repaidCount, 0)

  const place = (unitId: UnitId) =>
    server.app.database.db
      .update(staffRows)
      .set({ unitId })
      .where(eq(staffRows.id, staffId('manager')))

  await place(departments.operations.id)
  try {
    expect(await counted('executive')).toBe(2)
    expect(await counted('manager')).toBe(0)
    expect(await counted('group')).toBe(0)
  } finally {
    await place(headOffice.id)
  }
})

test('totals of money are not for agents', async ({ as }) => {
  await expect(as('collector').overview.daily()).rejects.toMatchObject({ code: 403 })
})
