import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { purgeDataFiles } from '#server/modules/data-requests/port.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'
import { about, approve, file, proved } from './asked.ts'

type Here = Pick<World, 'as' | 'server' | 'given' | 'tokenOf'>
interface Told {
  readonly customer: string
  readonly sections: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

const requestsOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'customer'>) =>
  (await as('manager').dataRequests.list({ q: `customerId:${id}` })).rows
async function downloaded({ server, tokenOf }: Here, id: string, who: Account = 'cs'): Promise<Response> {
  const headers = { authentication: await tokenOf(who) }
  return fetch(`${server.url}/api/data-requests/${id}/download`, { headers })
}
/** The request of an export that was approved, its file made. */
async function exported(here: Here) {
  const { customerId } = await here.given.loan()
  await proved(here, 'cs', 'manager')
  await approve(here, await file(here, 'askExport', customerId, 'cs'), 'manager')
  await here.server.dispatcher.flush()
  return (await requestsOf(here, customerId))[0]!
}

test('a file with everything about a customer is made once a second person has approved it', async ({
  as,
  server,
  given,
  tokenOf,
}) => {
  const here = { as, server, given, tokenOf }

  const request = await exported(here)

  expect(request).toMatchObject({ kind: 'export', state: 'ready', expiresAt: '2026-03-11T06:00:00Z', kept: null })
  expect([request.maker.name, request.checker!.name]).toEqual(['Customer service', 'Manager'])
  const response = await downloaded(here, request.id)
  expect(response.headers.get('content-disposition')).toContain(`${request.customerId}.json`)
  const { customer, sections: told } = (await response.json()) as Told
  expect(customer).toBe(request.customerId)
  expect(told.customers).toMatchObject([
    { name: 'Asha Rao', phone: '9876543210', pan: 'ABCPE1234F', aadhaar: '234123412346' },
  ])
  expect(told.cards).toMatchObject([{ account: '501002340000', ifsc: 'HDFC0000123' }])
  expect(told.loans).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain('Index')
  const { rows } = await as('admin').audit.list({ q: `objectId:${customer}` })
  expect(rows.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['dataRequests.askExport', 'dataRequests.download']),
  )
})

test('it is for whoever asked alone, in a session of theirs, and gone after its day', async ({
  as,
  server,
  given,
  tokenOf,
  clock,
}) => {
  const here = { as, server, given, tokenOf }
  const { id, customerId } = await exported(here)
  const fault = async (who: Account) => ((await (await downloaded(here, id, who)).json()) as { fault: string }).fault

  expect(await fault('manager')).toBe('not_found')
  const unsigned = await fetch(`${server.url}/api/data-requests/${id}/download`)
  expect(await unsigned.json()).toMatchObject({ code: 401 })
  clock.forward(24 * 3_600_000)
  await server.app.database.query('update sessions set started_at = $1, renewed_at = $1, last_seen_at = $1', [
    clock.now().toISOString(),
  ])
  expect(await fault('cs')).toBe('export_gone')
  clock.forward(1)
  await purgeDataFiles.run(server.app)
  expect(await requestsOf({ as }, customerId)).toMatchObject([{ state: 'purged' }])
  expect(await server.app.files.get(`requests/${id}.json`)).toBeNull()
})

test('it is handed out no more once its customer is beyond the reach of whoever asked', async ({
  as,
  server,
  given,
  tokenOf,
}) => {
  const here = { as, server, given, tokenOf }
  const { id } = await exported(here)
  const scope = (of: string) =>
    server.app.database.query(`update role_grants set scope = '${of}' where role_id = 'CS' and page = 'dataRequests';
      update roles set name = name where id = 'CS'; update staff set unit_id = 'RSK' where id = 'S-cs'`)

  await scope('department')

  expect(await (await downloaded(here, id)).json()).toMatchObject({ fault: 'not_found' })
  await scope('all')
  expect((await downloaded(here, id)).headers.get('content-disposition')).toContain('.json')
})

test('nobody gets one alone, without a proof, or on their own word; nor roles without the right', async ({
  as,
  given,
}) => {
  const id = await given.customer()
  const asked = await about({ as }, id)
  await expect(as('manager').dataRequests.askExport(asked)).rejects.toMatchObject({ fault: 'step_up_needed' })
  await proved({ as }, 'manager', 'executive')
  await expect(as('manager').dataRequests.askExport(asked)).rejects.toMatchObject({ fault: 'second_person_needed' })
  const filed = await file({ as }, 'askExport', id)

  await expect(approve({ as }, filed, 'manager')).rejects.toMatchObject({ fault: 'own_request' })
  for (const who of ['ops', 'executive', 'collector', 'reviewer', 'admin'] as const)
    await expect(as(who).dataRequests.askExport(asked)).rejects.toMatchObject({ code: 403 })
  expect(await requestsOf({ as }, id)).toEqual([])
})

test('whoever approves proves that it is them as well', async ({ as, given }) => {
  const id = await given.customer()
  await proved({ as }, 'cs')
  const filed = await file({ as }, 'askExport', id, 'cs')

  await expect(approve({ as }, filed, 'manager')).rejects.toMatchObject({ fault: 'step_up_needed' })
  expect(await requestsOf({ as }, id)).toEqual([])
})
