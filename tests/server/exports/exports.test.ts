import { expect } from 'vitest'
import { ordersLike } from '#tests/support/many.ts'
import { type Account, test, type World } from '#tests/support/server.ts'
import { readSheet } from '#tests/support/sheets.ts'

type Serving = Pick<World, 'server' | 'tokenOf'>

/** Fetches a file as the console does. */
async function fetchFile({ server, tokenOf }: Serving, path: string, who: Account = 'ops', language = 'en') {
  const headers = { authentication: await tokenOf(who), 'accept-language': language }
  const response = await fetch(`${server.url}/api${path}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').trim().split('\n')
const jsonHeaders = { 'content-type': 'application/json', 'idempotency-key': 'k' }

test('an export is the list as it is filtered and sorted, in the reader’s words and safe to open', async ({
  given,
  server,
  tokenOf,
}) => {
  await given.loan({ name: '=HYPERLINK("x")', amountMinor: 100_050 })
  await given.loan({ name: '＝1+1', amountMinor: 200_000 })
  await given.loan({ name: 'Ravi Das', amountMinor: 500_000 })
  await given.loan({ state: 30 })

  const path = '/export/loan?q=state:31%20sort:amount-&columns=id,state,name,phone,amount'
  const { response, bytes } = await fetchFile({ server, tokenOf }, path)
  const [heading, ...lines] = linesOf(bytes)

  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Loan%20list%202026-03-10.csv")
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(heading).toContain('Loan id,State,Customer,Phone,Amount (INR)')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^LN\d+,31 Disbursement failed,Ravi Das,98\*\*\*\*3210,5000.00$/)
  expect(lines[1]).toContain(`'＝1+1`)
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a file bears the title of its list in the reader’s language, and another in ASCII', async ({
  given,
  server,
  tokenOf,
}) => {
  await given.loan()

  const { response } = await fetchFile({ server, tokenOf }, '/export/loan?q=', 'ops', 'zh')

  const header = response.headers.get('content-disposition')!
  expect(decodeURIComponent(header)).toMatch(
    /filename="file 2026-03-10.csv"; filename\*=UTF-8''\p{Script=Han}+ 2026-03-10\.csv$/u,
  )
})

test('only what is chosen goes into a file, and everything but what is left out', async ({
  given,
  server,
  tokenOf,
}) => {
  const ids = [await given.loan(), await given.loan(), await given.loan()].map(({ id }) => id)
  const idsIn = async (chosen: string) => {
    const { bytes } = await fetchFile({ server, tokenOf }, `/export/loan?q=sort:amount&columns=id&${chosen}`)
    return linesOf(bytes).slice(1)
  }

  expect(await idsIn(`ids=${ids[2]},${ids[0]}`)).toEqual([ids[0], ids[2]].toSorted())
  expect(await idsIn(`excluded=${ids[1]}`)).toEqual([ids[0], ids[2]].toSorted())
})

test('a workbook has numbers, days and times as such, ids and phones as text, and reads back as the list', async ({
  given,
  server,
  tokenOf,
}) => {
  const name = `=1+1 <&> "q" _x0041_ \u202e🦊`
  const { id } = await given.loan({ name, amountMinor: 123_456_789, failedAt: new Date('2026-03-09T20:30:00Z') })

  const path = '/export/failed-payouts?format=xlsx&columns=id,name,phone,received,attempts,similarity,failedAt'
  const { response, bytes } = await fetchFile({ server, tokenOf }, path, 'manager')
  const rows = await readSheet(bytes)

  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
  expect(rows[0]).toEqual(
    ['Loan id', 'Customer', 'Phone', '(INR)', 'Attempts']
      .map((heading) => expect.stringContaining(heading.trim()))
      .concat([expect.any(String), expect.any(String)]),
  )
  expect(rows[1]!.slice(0, 3)).toEqual([id, name, expect.stringMatching(/^98\*/)])
  expect(rows[1]!.slice(3, 6)).toEqual([expect.any(Number), 1, expect.any(Number)])
  // the clock of the operating country is five and a half hours ahead
  expect(rows[1]![6]).toEqual(new Date('2026-03-10T02:00:00Z'))
})

test('an export without rows still says what its columns are', async ({ server, tokenOf }) => {
  const csv = await fetchFile({ server, tokenOf }, '/export/loan?q=&columns=id,amount')
  const xlsx = await fetchFile({ server, tokenOf }, '/export/loan?q=&columns=id,amount&format=xlsx', 'ops', 'vi')

  expect(linesOf(csv.bytes)).toHaveLength(1)
  expect(await readSheet(xlsx.bytes)).toEqual([[expect.any(String), expect.any(String)]])
})

test('an export is on the record, with its columns and how many rows went out', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  await given.loan()
  await fetchFile({ server, tokenOf }, '/export/loan?q=&columns=id,phone')

  const { rows } = await as('admin').audit.list({ q: 'command:loans.applications.export' })
  const { rows: stored } = await server.app.database.query(
    `select input from audit where command = 'loans.applications.export'`,
  )

  expect(rows).toMatchObject([{ outcome: 'done' }])
  expect(stored[0]!.input).toEqual({ rows: 1, format: 'csv', columns: ['id', 'phone'], complete: true })
})

test('an export that nobody reads to its end is on the record as such', async ({ given, server, tokenOf }) => {
  const { id } = await given.loan()
  await ordersLike(server.app.database, id, 4_500)
  await server.app.database.query(`update customers set name = repeat('x', 10000)`)
  const leaving = new AbortController()
  const headers = { authentication: await tokenOf('ops'), 'accept-encoding': 'identity' }

  const { body } = await fetch(`${server.url}/api/export/loan?q=`, { headers, signal: leaving.signal })
  await body!.getReader().read()
  leaving.abort()

  const recorded = () =>
    server.app.database.query(`select fault, (input ->> 'rows')::int as rows from audit where command like '%.export'`)
  await expect.poll(async () => (await recorded()).rows[0]?.fault).toBe('export_cut')
  expect((await recorded()).rows[0]!.rows).toBeLessThan(4_501)
})

test('without the right to export there is no file, and the status says so', async ({ server, tokenOf }) => {
  const { response } = await fetchFile({ server, tokenOf }, '/export/loan?q=', 'cs')

  expect(response.status).toBe(403)
})

test.for([
  ['columns=nothing', 'invalid'],
  ['format=pdf', 'invalid'],
  ['q=colour:red', 'bad_query'],
])('an export with %s is refused before its first byte', async ([query, fault], { server, tokenOf }) => {
  const { response, bytes } = await fetchFile({ server, tokenOf }, `/export/loan?${query}`)

  expect(response.status).toBe(400)
  expect(JSON.parse(bytes.toString())).toMatchObject({ fault })
})

test('copying what identifies people is on the record', async ({ as, raw }) => {
  const body = JSON.stringify({ listing: 'loans.applications', rows: 3, columns: ['name', 'phone'] })

  await raw('POST /exports/copied', { method: 'POST', headers: jsonHeaders, body, who: 'ops' })

  const { rows } = await as('admin').audit.list({ q: 'command:exports.copied' })
  expect(rows).toMatchObject([{ page: 'applications', outcome: 'done' }])
})
