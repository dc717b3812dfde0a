import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditRows } from '#server/kernel/base/tables.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { test } from '#tests/support/server.ts'

const reason = 'She asked which number we have'

test('what is masked is shown to whoever may see it, for a reason', async ({ as, given }) => {
  const id = await given.customer({ phone: '9876543210', pan: 'ABCPE1234F' })
  const shown = async (field: 'phone' | 'pan') => (await as('cs').customers.reveal({ id, field, reason })).value

  expect(await shown('phone')).toBe('9876543210')
  expect(await shown('pan')).toBe('ABCPE1234F')
})

test('who was shown what of whom, and why, stands in the record and under their own, without the value', async ({
  as,
  given,
  server,
}) => {
  const id = await given.customer({ phone: '9876543210' })

  await as('cs').customers.reveal({ id, field: 'phone', reason })

  const [row] = await server.app.database.db.select().from(auditRows).where(eq(auditRows.command, 'customers.reveal'))
  expect(row).toMatchObject({ actorId: 'S-cs', objectId: id, reason, page: 'customer', outcome: 'done' })
  expect(row?.input).toMatchObject({ field: 'phone' })
  expect(JSON.stringify(row)).not.toContain('9876543210')
  const { reveals } = await as('cs').account.reveals()
  expect(reveals).toMatchObject([{ command: 'customers.reveal', objectId: id, reason, outcome: 'done' }])
})

test('a rehearsal shows nothing: what is not on the record is not seen', async ({ as, given }) => {
  const id = await given.customer({ phone: '9876543210' })

  const { value } = await as('cs', { rehearse: true }).customers.reveal({ id, field: 'phone', reason })

  expect(value).toBe('98****3210')
})

test.for(['ops', 'collector', 'admin', 'salesman'] as const)('%s has nothing shown', async (who, { as, given }) => {
  const id = await given.customer()

  await expect(as(who).customers.reveal({ id, field: 'phone', reason })).rejects.toMatchObject({ code: 403 })
})

test.for(['', '   '])('a reason is needed: “%s” is none', async (none, { as, given }) => {
  const id = await given.customer()

  await expect(as('cs').customers.reveal({ id, field: 'phone', reason: none })).rejects.toMatchObject({ code: 400 })
})

test('an Aadhaar number is shown to nobody', async ({ as, given }) => {
  const id = await given.customer()

  await expect(as('cs').customers.reveal({ id, field: 'aadhaar' as never, reason })).rejects.toMatchObject({
    code: 400,
  })
})

test('of somebody out of reach, and of what is not kept, nothing is shown', async ({ as, given, server }) => {
  const id = await given.customer({ pan: null })

  await expect(as('reviewer').customers.reveal({ id, field: 'phone', reason })).rejects.toMatchObject({
    fault: 'not_found',
  })
  await expect(as('cs').customers.reveal({ id, field: 'pan', reason })).rejects.toMatchObject({
    fault: 'nothing_to_reveal',
  })
  await server.app.database.db.update(customerRows).set({ phone: null }).where(eq(customerRows.id, id))
  await expect(as('cs').customers.reveal({ id, field: 'phone', reason })).rejects.toMatchObject({
    fault: 'nothing_to_reveal',
  })
})

test('so often a day and no oftener, whoever asks at the same time; the next day again', async ({
  as,
  given,
  clock,
}) => {
  clock.set('2026-03-10T18:20:00Z') // ten minutes to midnight
  const id = await given.customer()
  await given.parameter('reveal.dailyMax', 2)
  const ask = () => as('cs').customers.reveal({ id, field: 'phone', reason })

  const asked = await Promise.allSettled([ask(), ask(), ask()])

  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(ask()).rejects.toMatchObject({ fault: 'reveals_spent' })
  await expect(as('manager').customers.reveal({ id, field: 'phone', reason })).resolves.toBeDefined()
  clock.forward(20 * 60_000)
  await expect(ask()).resolves.toBeDefined()
})
