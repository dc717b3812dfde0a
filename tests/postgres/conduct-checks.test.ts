import { expect } from 'vitest'
import { drawConductSample } from '#server/modules/conduct-checks/nightly.ts'
import { spoken } from '#tests/server/conduct-checks/support.ts'
import { restaffing } from '#tests/support/restaffing.ts'

const inspectors = 20

restaffing(
  'of twenty inspectors who claim the next recording at once nobody gets what another has; two servers draw once',
  {
    timeout: 60_000,
  },
  async ({ as, given, server }) => {
    const { query } = server.app.database
    await given.parameter('conduct.newCollectorCalls', inspectors)
    const { callId } = await spoken({ given, server })
    await query(
      `insert into calls select made.* from calls c, generate_series(1, ${inspectors - 1}) n,
       jsonb_populate_record(c, jsonb_build_object('id', c.id || n)) made where c.id = $1`,
      [callId],
    )
    const runs = await Promise.all([drawConductSample(server.app), drawConductSample(server.app)])
    expect(runs.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, inspectors])
    await query(
      `insert into staff select made.* from staff s, generate_series(1, ${inspectors}) n,
       jsonb_populate_record(s, jsonb_build_object('id', 'S-qc' || n, 'account', 'qc' || n)) made
     where s.account = 'inspector'`,
    )
    await query(
      `insert into staff_roles (staff_id, role_id) select 'S-qc' || n, 'QC' from generate_series(1, ${inspectors}) n`,
    )
    const people = Array.from({ length: inspectors }, (_, n) => `qc${n + 1}` as 'inspector')

    const claimed = await Promise.all(people.map((who) => as(who).conductChecks.claimNext()))

    expect(new Set(claimed.map(({ check }) => check?.id)).size).toBe(inspectors)
    expect(claimed.every(({ check }, n) => check?.inspector?.id === `S-qc${n + 1}`)).toBe(true)
    expect((await as('inspector').conductChecks.claimNext()).check).toBeNull()
  },
)
