import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, Answer } from '#tests/support/server.ts'

interface Files {
  /** The ids in a file that is sent at once. */
  sent: (address: string, who: Account) => Promise<readonly string[]>
  /** A file that is made meanwhile, once it is there. */
  made: (who: Account, wanted: object, path?: string) => Promise<string>
  /** What a file is answered with, where it is not handed out. */
  refusalOf: (id: string, who: Account, verb?: 'download' | 'link') => Promise<string | undefined>
}

/** A case in the leader's agency, and one in another. */
const test = restaffing.extend<Files & { caseIds: readonly [string, string] }>({
  sent: async ({ server, tokenOf }, use) => {
    await use(async (address, who) => {
      const headers = { authentication: await tokenOf(who) }
      const text = await (await fetch(`${server.url}/api${address}`, { headers })).text()
      return text.trim().split('\n').slice(1).toSorted()
    })
  },
  made: async ({ raw }, use) => {
    await use(async (who, wanted, path = '') => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const { data, fault } = await raw(`POST /exports${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(wanted),
        who,
      })
      if (fault) throw new Error(fault)
      const { id } = data as { id: string } // what a begun export answers
      await expect.poll(async () => (await raw(`GET /exports/${id}`, { who })).data).toMatchObject({ state: 'done' })
      return id
    })
  },
  refusalOf: async ({ server, tokenOf }, use) => {
    await use(async (id, who, verb = 'download') => {
      const headers = { authentication: await tokenOf(who) }
      const response = await fetch(`${server.url}/api/exports/${id}/${verb}`, { headers })
      if (!response.headers.get('content-type')?.includes('json')) return undefined
      return ((await response.json()) as Answer).fault
    })
  },
  caseIds: async ({ given, server }, use) => {
    const [ours, theirs] = [await given.case({ collector: 'collector' }), await given.case()]
    await server.app.database.query(
      `update cases set agency_id = 'AG2', group_id = 'AG2A', unit_path = '/HQ/COL/AG2/AG2D1/AG2A/', state = 'allocated',
         collector_id = 'S-agency' where id = $1`,
      [theirs.id],
    )
    await use([ours.id, theirs.id])
  },
})

const cases = { listing: 'cases.open', columns: ['id'] }
const everywhere = `insert into staff_roles (staff_id, role_id) values ('S-leader', 'QC')`

test('a file reaches as far as the role that lets somebody take it along, whatever others show them', async ({
  caseIds: [ours, theirs],
  as,
  server,
  sent,
  made,
  tokenOf,
}) => {
  await server.app.database.query(everywhere)
  const seen = await as('leader').cases.open({ q: '' })

  const id = await made('leader', cases)
  const kept = await fetch(`${server.url}/api/exports/${id}/download`, {
    headers: { authentication: await tokenOf('leader') },
  })

  expect(seen.rows.map((row) => row.id).toSorted()).toEqual([ours, theirs].toSorted())
  expect(await sent('/export/repay-task?q=&columns=id', 'leader')).toEqual([ours])
  expect((await kept.text()).trim().split('\n').slice(1)).toEqual([ours])
})

test('so does the file of a report', async ({ caseIds: _, server, sent }) => {
  const { query } = server.app.database
  await query(`update cases set stage = 'S2' where agency_id = 'AG2'`)
  await query(everywhere)
  await query(`insert into role_grants (role_id, page, codes, scope) values ('QC', 'performance', 0, 'all');
    update roles set name = name where id = 'QC'`)

  const lines = await sent('/reports/collection-performance/export?q=&by=stage', 'leader')

  // a stage, and all of them together
  expect(lines).toHaveLength(2)
})

test('personal data goes along in full only as far as it may be revealed', async ({ caseIds: _, as, server, made }) => {
  const { query } = server.app.database
  await query(
    `insert into roles (id, name, mark, created_at) values ('XR', 'Revealing', 'XR', now()), ('XE', 'Exporting', 'XE', now());
     insert into role_grants (role_id, page, codes, scope) values ('XR', 'openCases', 64, 'own'), ('XE', 'openCases', 8, 'all');
     insert into staff_roles (staff_id, role_id) values ('S-cs', 'XR'), ('S-cs', 'XE')`,
  )
  await as('cs').session.prove({ proof: demoPassword })
  const asked = { ...cases, columns: ['id', 'phone'], reason: 'Asked for by the auditor' }

  await expect(made('cs', asked, '/unmasked')).rejects.toThrow('forbidden')
})

test.for([
  ['the right', `update role_grants set codes = codes & ~8 where role_id = 'CTL' and page = 'openCases'`, 'forbidden'],
  ['their unit', `update staff set unit_id = 'AG2' where id = 'S-leader'`, 'export_gone'],
  ['its reach', `update role_grants set scope = 'own' where role_id = 'CTL' and page = 'openCases'`, 'export_gone'],
] as const)(
  'a file is handed out no more once whoever it is for has lost %s',
  async ([_, lost, fault], { server, made, refusalOf, caseIds: [ours] }) => {
    const id = await made('leader', { ...cases, q: `id:${ours}` })
    expect(await refusalOf(id, 'leader')).toBeUndefined()

    await server.app.database.query(`${lost}; update roles set name = name where id = 'CTL'`)

    expect(await refusalOf(id, 'leader')).toBe(fault)
    expect(await refusalOf(id, 'leader', 'link')).toBe(fault)
  },
)
