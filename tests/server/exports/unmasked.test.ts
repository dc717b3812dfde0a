import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Account, type Answer, test as base, type World } from '#tests/support/server.ts'
import { follow } from './support.ts'

/** Managers may reveal what stands in the list of applications, for as long as a test lasts. */
const test = base.extend<{ revealing: undefined }>({
  revealing: [
    async ({ server }, use) => {
      const { database } = server.app
      const grant = async (codes: string) => {
        await database.query(`update role_grants set codes = ${codes} where role_id = 'MGR' and page = 'applications'`)
        // an edit of a role counts it up, and is read at the next call
        await database.query(`update roles set name = name where id = 'MGR'`)
      }
      await grant('codes | 64')
      await use(undefined)
      await grant('codes & ~64')
    },
    { auto: true },
  ],
})

let sent = 0
const asked = { listing: 'loans.applications', columns: ['id', 'phone'], reason: 'Asked for by the auditor' }
const start = (raw: World['raw'], body: object, path = '/unmasked', who: Account = 'manager'): Promise<Answer> =>
  raw(`POST /exports${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `k${sent++}` },
    body: JSON.stringify(body),
    who,
  })

/** What stands in a file that was begun, once it is made. */
async function textOf(
  { raw, server, tokenOf }: Pick<World, 'raw' | 'server' | 'tokenOf'>,
  begun: Answer,
): Promise<string> {
  const { id } = begun.data as { id: string } // what a begun export answers
  const state = async () => (await raw(`GET /exports/${id}`, { who: 'manager' })).data
  await expect.poll(state).toMatchObject({ state: 'done' })
  const { href } = (await raw(`GET /exports/${id}/link`, { who: 'manager' })).data as { href: string }
  return (await follow({ server, tokenOf }, href, 'manager')).text()
}

test('who may reveal and has proved it is still them gets personal data in full, and both are on the record', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.loan({ phone: '9811112222' })
  await as('manager').session.prove({ proof: demoPassword })

  const text = await textOf({ raw, server, tokenOf }, await start(raw, asked))
  const { rows } = await server.app.database.query(
    `select command, outcome, page, reason, input from audit where command like '%unmasked' or command like '%.export' order by command desc`,
  )

  expect(text).toContain('9811112222')
  expect(rows).toMatchObject([
    { command: 'loans.applications.export', outcome: 'done', input: { rows: 1, unmasked: true } },
    { command: 'exports.unmasked', outcome: 'done', page: 'applications', reason: asked.reason },
  ])
  expect((await as('manager').account.reveals({})).reveals).toMatchObject([{ command: 'exports.unmasked' }])
})

test('without the proof it is asked for, and nothing is made', async ({ raw, server }) => {
  expect((await start(raw, asked)).fault).toBe('step_up_needed')

  const { rows } = await server.app.database.query('select id from exports')
  expect(rows).toEqual([])
})

test.for([
  [{ ...asked, listing: 'plans.list', columns: ['id'] }, 'manager', 'forbidden'],
  [asked, 'ops', 'forbidden'],
  [{ ...asked, reason: ' ' }, 'manager', 'invalid'],
] as const)('%j is refused to %s: %s', async ([body, who, fault], { as, raw }) => {
  await as(who).session.prove({ proof: demoPassword })

  expect((await start(raw, body, '/unmasked', who)).fault).toBe(fault)
})

test('every other file stays masked, whoever asks for it and however', async ({ as, given, raw, server, tokenOf }) => {
  await given.loan({ phone: '9811112222' })
  await as('manager').session.prove({ proof: demoPassword })
  const headers = { authentication: await tokenOf('manager') }

  const made = await textOf({ raw, server, tokenOf }, await start(raw, { ...asked, unmasked: true }, ''))
  const sentAtOnce = await fetch(`${server.url}/api/export/loan?q=&columns=id,phone&unmasked=true`, { headers })

  expect(made).toContain('98****2222')
  expect(await sentAtOnce.text()).toContain('98****2222')
})

test('what is kept encrypted stays masked in a file with everything else in full', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.loan({ phone: '9811112222' })
  await as('manager').session.prove({ proof: demoPassword })

  const text = await textOf({ raw, server, tokenOf }, await start(raw, { ...asked, columns: undefined }))

  expect(text).toContain('9811112222')
  expect(text).not.toMatch(/501002340000|ABCPE1234F|234123412346/)
})

test('a manager takes customers out in full, customer service may not take them out at all', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  await given.loan({ phone: '9811112222' })
  const customers = { ...asked, listing: 'customers.list' }
  for (const who of ['manager', 'cs'] as const) await as(who).session.prove({ proof: demoPassword })

  expect(await textOf({ raw, server, tokenOf }, await start(raw, customers))).toContain('9811112222')
  expect((await start(raw, customers, '/unmasked', 'cs')).fault).toBe('forbidden')
})
