import { expect } from 'vitest'
import type { AccessReview } from '#contract/access-reviews.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

const test = restaffing
type Here = Pick<World, 'as' | 'server'>
const remark = 'nobody needs it'
const roleOf = (mark: string) => mark as IdOf<'role'> // as it is seeded

/** Everybody has been here for long, and an entry of each command is on the record of those with a role. */
async function working({ as, server }: Here, role: string, commands: readonly string[], more = "null, '{}'") {
  const { query } = server.app.database
  await as('admin').session.prove({ proof: demoPassword })
  await as('executive').session.prove({ proof: demoPassword })
  await query(`update staff set last_sign_in_at = '2026-03-09T06:00:00Z'`)
  await query(`update staff_roles set since = '2025-06-01'`)
  for (const command of commands) {
    await query(`insert into audit (at, actor_id, actor_name, unit_path, roles, command, page, input, risk, outcome, request_id, duration_ms)
      values ('2026-03-01', 'S-x', 'x', '/', '{${role}}', '${command}', ${more}, 'write', 'done', 'r', 0)`)
  }
}
async function unusedOf({ as, server }: Here, role: string, q = 'state:open'): Promise<readonly AccessReview[]> {
  await server.app.taskRunners.get('reviewAccess')!(server.app)
  return (await as('admin').accessReviews.list({ q: `${q} finding:unusedRight role:"${role}"`, size: 500 })).rows
}
const rightOf = ({ page, button }: AccessReview) => `${page}.${button}`
const codesOf = async ({ server }: Pick<World, 'server'>, role: string, page: string) =>
  (await server.app.database.query(`select codes from role_grants where role_id = '${role}' and page = '${page}'`))
    .rows[0] as { codes: number }

test('each right of a role is found that nobody has used who has it, by page and button', async ({ as, server }) => {
  await working({ as, server }, 'CS', ['doNotDisturb.add'])

  const found = await unusedOf({ as, server }, 'Customer service')

  const rights = found.map(rightOf)
  expect(found[0]).toMatchObject({ staff: null, account: null, unit: null, unusedRights: null, state: 'open' })
  expect(rights).toContain('operationTickets.assign')
  expect(rights).not.toContain('doNotDisturb.add')
  expect(new Set(rights).size).toBe(rights.length)
  // what nothing asks for can be used by nobody, and a role of which nothing is used is found with whoever has it
  expect(rights).not.toContain('calls.add')
  expect(await unusedOf({ as, server }, 'Operations')).toEqual([])
})

test('a file that was made uses the right to export on the page of its list', async ({ as, server }) => {
  await working({ as, server }, 'OPS', ['exports.start'], `'orders', '{"listing": "loans.orders"}'`)

  const rights = (await unusedOf({ as, server }, 'Operations')).map(rightOf)

  expect(rights).not.toContain('orders.export')
  expect(rights).toContain('orders.request')
  expect(rights).toContain('payments.export')
})

test('a right that a role was given lately is not found, nor what the administrator cannot be without', async ({
  as,
  server,
}) => {
  await working({ as, server }, 'QC', ['conductChecks.release'])
  await working({ as, server }, 'ADM', ['jobs.add'])
  const { role, grants } = await as('admin').roles.detail({ id: roleOf('QC') })
  const given = [...grants, { page: 'lines' as const, codes: 2, scope: 'all' as const }]
  await as('admin').roles.edit({ ...role, grants: given })

  const ofInspectors = (await unusedOf({ as, server }, 'Quality inspector')).map(rightOf)
  const ofAdministrators = (await unusedOf({ as, server }, 'Administrator')).map(rightOf)

  expect(ofInspectors.length).toBeGreaterThan(0)
  expect(ofInspectors).not.toContain('lines.edit')
  expect(ofAdministrators).toContain('dictionaries.remove')
  expect(ofAdministrators.filter((right) => /^(staff|roles)\./.test(right))).toEqual([])
})

test('rights are withdrawn from their role in one go, which stands on its record; confirmed ones are not found again', async ({
  as,
  server,
}) => {
  await working({ as, server }, 'CS', ['doNotDisturb.add'])
  const found = await unusedOf({ as, server }, 'Customer service')
  const [kept, ...others] = found.filter(({ page }) => page === 'operationTickets')
  await as('admin').accessReviews.confirm({ id: kept!.id, version: kept!.version, remark })
  const selection = { listing: 'accessReviews.list', ids: others.map(({ id }) => id) }

  const preview = await as('admin').batches.preview({ command: 'accessReviews.withdraw', selection, args: { remark } })
  const run = await as('admin').batches.run({ id: preview.id })

  expect(others.length).toBeGreaterThan(1)
  expect(run).toMatchObject({ success: others.length, fail: 0 })
  const left = await codesOf({ server }, 'CS', 'operationTickets')
  expect(left).toEqual({ codes: { add: 1, edit: 2, assign: 128 }[kept!.button as 'add'] })
  // it counts with the next call, and whoever has the role still sees the page
  const { menu } = await as('cs').session.info()
  expect(JSON.stringify(menu)).toContain(`"title":"menu.operationTickets","btnPermissions":[${left.codes}]`)
  await expect(as('cs').tickets.operation()).resolves.toBeDefined()
  const told = (await as('admin').audit.list({ q: 'noun:roles command:accessReviews.withdraw' })).rows
  expect(told.map(({ changes }) => changes).join()).toContain('Operation tickets')
  const rights = (await unusedOf({ as, server }, 'Customer service')).map(rightOf)
  expect(rights).not.toContain(rightOf(kept!))
  expect(rights).not.toContain(rightOf(others[0]!))
  expect(rights.length).toBe(found.length - others.length - 1)
})

test('a right that moves money is withdrawn with a second person, and one that is gone already is refused', async ({
  as,
  server,
}) => {
  await working({ as, server }, 'OPS', ['doNotDisturb.add'])
  const found = await unusedOf({ as, server }, 'Operations')
  const money = found.find((one) => rightOf(one) === 'failedPayouts.request')!
  const plain = found.find((one) => rightOf(one) === 'blacklist.add')!
  await server.app.database.query(`update role_grants set codes = 2 where role_id = 'OPS' and page = 'blacklist'`)
  const withdraw = ({ id, version }: AccessReview) => as('admin').accessReviews.withdraw({ id, version, remark })

  await expect(withdraw(money)).rejects.toMatchObject({ fault: 'second_person_needed' })
  await expect(withdraw(plain)).rejects.toMatchObject({ fault: 'lacks_right' })
  const filed = await as('admin').approvals.file({
    ...{ call: 'accessReviews.withdraw', input: { id: money.id, version: money.version, remark } },
  })
  await as('executive').approvals.approve({ id: filed.id, version: filed.version })

  expect(await codesOf({ server }, 'OPS', 'failedPayouts')).toEqual({ codes: 32 + 8 })
  expect(await unusedOf({ as, server }, 'Operations', `id:${money.id}`)).toMatchObject([{ state: 'withdrawn' }])
})

test('whoever may not edit roles withdraws no right of one', async ({ as, server }) => {
  await working({ as, server }, 'OPS', ['doNotDisturb.add'])
  const [right] = await unusedOf({ as, server }, 'Operations')
  const { role, grants } = await as('admin').roles.detail({ id: roleOf('CS') })
  const reviewing = { page: 'accessReviews' as const, codes: 2, scope: 'all' as const }
  await as('admin').roles.edit({ ...role, grants: [...grants, reviewing] })
  await as('cs').session.prove({ proof: demoPassword })

  const withdrawn = as('cs').accessReviews.withdraw({ id: right!.id, version: right!.version, remark })

  await expect(withdrawn).rejects.toMatchObject({ fault: 'forbidden' })
})
