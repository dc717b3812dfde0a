import { expect } from 'vitest'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { demoPassword, staffId } from '#server/seed/foundation.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'

type As = Pick<World, 'as' | 'server'>
const day = (text: string) => text as LocalDate
const days = { since: day('2026-03-10'), until: day('2026-03-12') }
const named = (world: Pick<World, 'as'>, who: Account, deputy: Account, more: Partial<typeof days> = {}) =>
  world.as(who).account.nameDeputy({ deputy: staffId(deputy), ...days, ...more })

/** A parameter that the administrator asks to set, and money depends on. */
async function filed({ as, server }: As, code = 'disburse.attemptsMax') {
  await addDeclaredParameters(server.app.database.db, new Date(0))
  await as('admin').session.prove({ proof: demoPassword })
  const { id, version } = await as('admin').parameters.find({ code })
  const input = { id, version, value: '7', remark: 'as decided' }
  return as('admin').approvals.file({ call: 'parameters.edit', input })
}

test('a deputy approves in the days that were named, and nothing before or after', async ({ as, server, clock }) => {
  const { id, version } = await filed({ as, server })
  await as('ops').session.prove({ proof: demoPassword })
  await expect(as('ops').approvals.approve({ id, version })).rejects.toMatchObject({ code: 403 })

  await named({ as }, 'executive', 'ops')

  expect((await as('ops').account.deputies({})).standsInFor).toMatchObject([{ who: { name: 'Executive' } }])
  expect((await as('executive').account.deputies({})).own).toMatchObject({ who: { name: 'Operations' } })
  const approved = await as('ops').approvals.approve({ id, version })
  expect(approved).toMatchObject({ state: 'approved', checker: { name: 'Operations' } })
  const later = await filed({ as, server }, 'disburse.retryHours')
  clock.forward(3 * 86_400_000)
  await expect(as('ops').approvals.approve({ id: later.id, version: later.version })).rejects.toMatchObject({
    code: 401,
  })
})

test('a deputy gets what approves, and nothing else of it; taken back it is gone with the next call', async ({
  as,
}) => {
  const before = await as('collector').session.info({})

  await named({ as }, 'executive', 'collector')
  const during = await as('collector').session.info({})
  await as('executive').account.endDeputy({})

  const codes = (one: typeof before) => JSON.stringify(one)
  expect(codes(during)).not.toBe(codes(before))
  expect((await as('collector').approvals.list({ q: '' })).rows).toEqual([])
  await expect(as('collector').audit.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('nobody decides on what whom they stand in for has asked', async ({ as, server }) => {
  const { id, version } = await filed({ as, server })
  await named({ as }, 'executive', 'ops')
  await as('ops').session.prove({ proof: demoPassword })
  await server.app.database.query(`update approvals set maker_id = '${staffId('executive')}'`)

  const decided = as('ops').approvals.approve({ id, version: (version + 1) as typeof version })

  await expect(decided).rejects.toMatchObject({ fault: 'own_request' })
})

test('who is disabled is stood in for by nobody', async ({ as, server }) => {
  await named({ as }, 'executive', 'ops')
  await server.app.database.query(`update staff set state = 'disabled' where account = 'executive'`)

  expect((await as('ops').account.deputies({})).standsInFor).toMatchObject([{ who: { name: 'Executive' } }])
  const { id, version } = await filed({ as, server })
  await expect(as('ops').approvals.approve({ id, version })).rejects.toMatchObject({ code: 403 })
})

test.for([
  ['manager', { deputy: 'manager' }, 'deputy_self', 'deputy'],
  ['leader', { deputy: 'manager' }, 'deputy_elsewhere', 'deputy'],
  ['manager', { deputy: 'nobody' }, 'deputy_unknown', 'deputy'],
  ['manager', { until: '2026-03-09' }, 'days_reversed', 'until'],
  ['manager', { since: '2026-03-13' }, 'days_reversed', 'until'],
  ['cs', {}, 'deputy_idle', undefined],
] as const)('%s naming %j is refused as %s', async ([who, wrong, fault, field], { as }) => {
  const asked = { deputy: 'ops', ...days, ...wrong }
  const deputy = asked.deputy === 'nobody' ? ('ST0' as IdOf<'staff'>) : staffId(asked.deputy as Account)

  const refused = as(who).account.nameDeputy({ ...asked, deputy } as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault, ...(field && { fields: [{ field }] }) })
  expect((await as(who).account.deputies({})).own).toBeNull()
})
