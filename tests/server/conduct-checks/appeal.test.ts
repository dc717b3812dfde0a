import { expect } from 'vitest'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import { test } from '#tests/support/server.ts'
import { drawn, failed, its } from './support.ts'

test('a fail is appealed against once, with a reason; a pass, and what was not shown, never', async ({
  as,
  given,
  server,
}) => {
  const fail = await failed({ as, given, server })
  const { appeal } = as('collector').conductChecks
  await expect(appeal({ ...its(fail), reason: ' ' })).rejects.toMatchObject({ fields: [{ field: 'reason' }] })
  const colleague = as('leader').conductChecks.appeal({ ...its(fail), reason: 'x' })
  await expect(colleague).rejects.toMatchObject({ fault: 'not_your_work' })

  const appealed = await appeal({ ...its(fail), reason: 'That was the television' })

  expect(appealed).toMatchObject({ state: 'fail', appealState: 'pending', appealedAt: '2026-03-10T06:00:00Z' })
  await expect(appeal({ ...its(appealed), reason: 'Again' })).rejects.toMatchObject({ fault: 'appealed_already' })
  expect((await as('manager').approvals.list({ q: 'page:conductChecks' })).rows).toMatchObject([
    { command: 'conductChecks.overturn', reason: 'That was the television', maker: { id: 'S-collector' } },
  ])
})

test('an appeal is upheld or overturned with a remark, and over then', async ({ as, given, server }) => {
  const fail = await failed({ as, given, server })
  const { uphold, overturn } = as('manager').conductChecks
  await expect(overturn({ ...its(fail), remark: 'x' })).rejects.toMatchObject({ fault: 'no_appeal' })
  const appealed = await as('collector').conductChecks.appeal({ ...its(fail), reason: 'No' })
  await expect(overturn({ ...its(appealed), remark: '' })).rejects.toMatchObject({ fields: [{ field: 'remark' }] })

  const overturned = await overturn({ ...its(appealed), remark: 'Heard again' })

  expect(overturned).toMatchObject({
    ...{ state: 'pass', outcome: 'pass', code: null, appealState: 'overturned', appealRemark: 'Heard again' },
    ...{ appealDecidedBy: 'Manager', appealDecidedAt: '2026-03-10T06:00:00Z' },
  })
  await expect(uphold({ ...its(overturned), remark: 'x' })).rejects.toMatchObject({ fault: 'no_appeal' })
})

restaffing(
  'whoever spoke or listened decides no appeal; nobody inspects their own call',
  async ({ as, given, server }) => {
    const { query } = server.app.database
    await query(`insert into staff_roles (staff_id, role_id) values ('S-manager', 'QC'), ('S-collector', 'QC')`)
    const waiting = await drawn({ as, given, server })
    expect((await as('collector').conductChecks.claimNext()).check).toBeNull()
    const own = as('collector').conductChecks.pass(its(waiting))
    await expect(own).rejects.toMatchObject({ fault: 'own_work' })
    const found = await as('manager').conductChecks.fail({ ...its(waiting), code: 'identity' })
    const shown = await as('collector').conductChecks.show(its(found))
    const appealed = await as('collector').conductChecks.appeal({ ...its(shown), reason: 'I gave it' })

    const decided = as('manager').conductChecks.uphold({ ...its(appealed), remark: 'x' })

    await expect(decided).rejects.toMatchObject({ fault: 'own_work' })
  },
)

test.for(['inspector', 'leader', 'collector', 'agency', 'ops', 'executive'] as const)(
  '%s decides no appeal',
  async (who, { as, given, server }) => {
    const fail = await failed({ as, given, server })
    for (const call of ['uphold', 'overturn'] as const)
      await expect(as(who).conductChecks[call]({ ...its(fail), remark: 'x' })).rejects.toMatchObject({ code: 403 })
  },
)

test('a result that its collector has not opened for a day is shown by the task', async ({
  as,
  given,
  server,
  clock,
}) => {
  const waiting = await drawn({ as, given, server })
  await as('inspector').conductChecks.fail({ ...its(waiting), code: 'thirdParty' })

  clock.forward(86_400_000)
  await drawConductSample(server.app)

  expect((await as('collector').conductChecks.list({ q: '' })).rows).toMatchObject([
    { state: 'fail', outcome: 'fail', code: 'thirdParty', shownAt: '2026-03-11T06:00:00Z' },
  ])
})

test('an agency’s checks and fails are counted in the conduct report, as its list has them', async ({
  as,
  given,
  server,
}) => {
  await failed({ as, given, server })

  const { agencies } = await as('ops').conductReport.read({ from: '2026-03-01', to: '2026-03-31' } as never)

  const counted = agencies.map(({ id, counts }) => [
    id,
    ...counts.flatMap(({ measure, count }) => (measure.startsWith('checks') ? [count] : [])),
  ])
  expect(counted).toEqual([
    [null, 0, 0],
    ['AG1', 1, 1],
    ['AG2', 0, 0],
    ['AG3', 0, 0],
  ])
  const [failures] = agencies[1]!.counts.filter(({ measure }) => measure === 'checksFailed')
  expect((await as('ops').conductChecks.list({ q: failures!.list!.query })).rows).toHaveLength(1)
})
