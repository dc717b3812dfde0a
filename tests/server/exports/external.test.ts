import { expect } from 'vitest'
import { agencies } from '#server/seed/units.ts'
import { type Account, test as base } from '#tests/support/server.ts'

const [, theirs] = agencies
const spent = { code: 400, fault: 'export_rows_spent' }

interface Taken {
  /** What somebody gets of an address: the lines of a file, or the answer that refuses it. */
  taken: (address: string, who: Account) => Promise<readonly string[] | object>
  /** So many refused contacts of an agency. */
  refusedContacts: (agency: (typeof agencies)[number], rows: number) => Promise<unknown>
}

const test = base.extend<Taken>({
  taken: async ({ server, tokenOf }, use) => {
    await use(async (address, who) => {
      const text = await (
        await fetch(`${server.url}/api${address}`, {
          headers: { authentication: await tokenOf(who) },
        })
      ).text()
      return text.startsWith('{') ? (JSON.parse(text) as object) : text.trim().split('\n').slice(1)
    })
  },
  refusedContacts: async ({ given, server }, use) => {
    const customer = await given.customer()
    await use((agency, rows) =>
      server.app.database.query(
        `insert into contact_refusals (at, way, rule, fault, customer_id, agency_id, unit_path)
         select '2026-03-10T05:00:00Z', 'phone', 'window', 'out_of_hours', $1, $2, $3
         from generate_series(1, $4::int)`,
        [customer, agency.id, agency.path, rows],
      ),
    )
  },
})

test('people of another business take at most 500 rows along, whatever their roles say; our own take more', async ({
  refusedContacts,
  taken,
}) => {
  const file = '/export/contact-refusals?q='
  await refusedContacts(theirs!, 500)
  expect(await taken(file, 'agency')).toHaveLength(500)

  await refusedContacts(theirs!, 1)

  expect(await taken(file, 'agency')).toMatchObject(spent)
  expect(await taken(file, 'ops')).toHaveLength(501)
})

test('a report has no more rows either than whoever takes it along may have', async ({ given, server, taken }) => {
  const { query } = server.app.database
  const file = '/reports/collection-performance/export?q=&by=stage'
  const bound = (rows: number | null) => query(`update roles set export_rows_max = $1 where id = 'SPI'`, [rows])
  await given.case({ collector: 'collector' })
  const { id } = await given.case({ collector: 'collector' })
  await query(`update cases set stage = 'S2' where id = $1`, [id])

  // a line for all of them together comes last
  expect(await taken(file, 'supervisor')).toHaveLength(3)
  await bound(1)
  const refused = await taken(file, 'supervisor').finally(() => bound(null))

  expect(refused).toMatchObject(spent)
})

test('nor has the file of a run more rows', async ({ server, taken }) => {
  const { query } = server.app.database
  const run = async (id: string, maker: Account, rows: number) => {
    await query(
      `insert into batches (id, version, command, listing, args, state, maker_id, maker_name, unit_path, count, created_at)
       select $1, 1, 'messages.send', 'cases.open', '{}', 'finished', s.id, s.name, u.path, $3, now()
       from staff s join units u on u.id = s.unit_id where s.account = $2`,
      [id, maker, rows],
    )
    await query(
      `insert into batch_items (batch_id, seq, row_id, version, outcome)
       select $1, n, 'CS' || n, 1, 'done' from generate_series(1, $2::int) n`,
      [id, rows],
    )
  }
  await run('BR260310000001', 'agency', 500)
  await run('BR260310000002', 'agency', 501)
  await run('BR260310000003', 'ops', 501)

  expect(await taken('/batches/BR260310000001/export', 'agency')).toHaveLength(500)
  expect(await taken('/batches/BR260310000002/export', 'agency')).toMatchObject(spent)
  expect(await taken('/batches/BR260310000003/export', 'ops')).toHaveLength(501)
})
