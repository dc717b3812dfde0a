import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import { type Account, type Answer, test, type World } from '#tests/support/server.ts'
import { blankSheet, filledSheet, sendSheet } from '#tests/support/sheets.ts'

type Line = Readonly<Record<string, string>>
const rupees = (amount: string) => money(amount, 'INR')

const blank = (desk: Pick<World, 'server' | 'tokenOf'>) => blankSheet(desk, '/export/templates')
const received = {
  amount: '210',
  channel: 'offline',
  bankCode: 'HDFC',
  upi: 'a@b',
  repaidOn: '2026-03-10',
  reason: 'Clean-up',
}
/** The blank sheet with these lines in it. */
const filled = async (desk: Pick<World, 'server' | 'tokenOf'>, ...lines: Line[]) =>
  filledSheet(await blank(desk), lines)
const send = (desk: Pick<World, 'raw'>, contents: string, who: Account = 'ops') =>
  sendSheet(desk, 'POST /write-offs/upload', contents, { who }) as Promise<
    Answer & { fields?: object[]; data?: { sheet: string } }
  >
const utr = (i: number) => String(100_000_000_000 + i)
/** Orders that owe 5,210 each, and a line for each of them. */
async function owing({ given }: Pick<World, 'given'>, count: number) {
  const lines: Line[] = []
  for (let i = 0; i < count; i++) lines.push({ loanId: (await given.plan()).loanId, utr: utr(i), ...received })
  return lines
}
const filedIn = async ({ as }: Pick<World, 'as'>, sheet: string) =>
  (await as('executive').writeOffs.list({ q: `sheet:${sheet} sort:requestedAt` })).rows
const passSheet = async ({ as }: Pick<World, 'as'>, who: Account, sheet: string) => {
  const selection = {
    listing: 'writeOffs.list',
    query: `sheet:${sheet}`,
    asOf: '2026-03-10T06:00:00.000Z' as never,
    excluded: [],
  }
  const preview = await as(who).batches.preview({ command: 'writeOffs.pass', selection, args: {} })
  return { preview, run: await as(who).batches.run({ id: preview.id }) }
}

test('a filled sheet is filed line by line, and passed as one run: money taken, the rest given up, code 110', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const desk = { given, raw, server, tokenOf }
  const lines = await owing(desk, 3)
  lines[2] = { ...lines[2]!, blacklist: 'yes', amount: '0', utr: 'MEMO-7' }

  const answer = await send(desk, await filled(desk, ...lines))

  expect(answer).toMatchObject({ code: 200, data: { filed: 3 } })
  const { sheet } = answer.data!
  expect(await filedIn({ as }, sheet)).toMatchObject([
    { type: 'batch', state: 'pending', line: 3, amount: rupees('210'), blacklist: false },
    { line: 4 },
    { line: 5, amount: rupees('0'), blacklist: true },
  ])
  const { preview, run } = await passSheet({ as }, 'manager', sheet)
  expect(preview).toMatchObject({ eligible: 3, sums: [rupees('420')] })
  expect(run).toMatchObject({ state: 'finished', success: 3, fail: 0 })
  expect(await filedIn({ as }, sheet)).toMatchObject([
    { state: 'passed', resultState: 110, loss: rupees('5000') },
    { state: 'passed', resultState: 110, loss: rupees('5000') },
    { state: 'passed', resultState: 110, loss: rupees('5210') },
  ])
  const { rows } = await desk.server.app.database.query(
    `select (select count(*)::int from customers where blacklisted) as blacklisted,
       (select sum(lost_principal + lost_penalty + lost_interest)::int from losses) as lost,
       (select sum(amount_minor)::int from payments) as paid`,
  )
  expect(rows).toEqual([{ blacklisted: 1, lost: 1_521_000, paid: 42_000 }])
})

test('what is wrong is told by line and column, and no line is filed', async ({ as, given, raw, server, tokenOf }) => {
  const desk = { given, raw, server, tokenOf }
  const [good, wrong, again, ...rest] = await owing(desk, 5)
  const lines = [
    good!,
    { ...wrong!, amount: '12.345', channel: 'cash', utr: '', repaidOn: '10.03.2026', blacklist: 'maybe' },
    { ...again!, loanId: good!.loanId! },
    ...rest,
  ]

  const answer = await send(desk, await filled(desk, ...lines))

  expect(answer.code).toBe(400)
  expect(answer.fields).toEqual([
    { field: '4.amount', reason: 'has more decimals than the currency' },
    { field: '4.channel', reason: 'is none of the possible words' },
    { field: '4.utr', reason: 'is required' },
    { field: '4.repaidOn', reason: 'must be a day like 2026-12-31' },
    { field: '4.blacklist', reason: 'must be yes or no' },
    { field: '5.loanId', reason: 'appears twice in the file' },
  ])
  expect((await as('executive').writeOffs.list({ q: '' })).rows).toEqual([])
})

test('what the rules refuse is told by line and column, too', async ({ as, given, raw, server, tokenOf }) => {
  const desk = { given, raw, server, tokenOf }
  const [tooMuch, future, malformed, fine] = await owing(desk, 4)
  const closed = (await desk.given.plan({ state: 40 })).loanId
  const lines = [
    { ...tooMuch!, amount: '5210.01' },
    { ...future!, repaidOn: '2026-03-11' },
    { ...malformed!, utr: 'x1' },
    { ...fine!, loanId: closed, utr: utr(7) },
    { ...fine!, loanId: 'LN1', utr: utr(8) },
    fine!,
  ]

  const answer = await send(desk, await filled(desk, ...lines))

  expect(answer.fields).toEqual([
    { field: '3.amount', reason: 'At most ₹ 5,210 is owed' },
    { field: '4.repaidOn', reason: 'This day is yet to come' },
    { field: '5.utr', reason: 'A UTR has 12 to 22 letters and digits' },
    { field: '6.loanId', reason: expect.stringContaining('Not possible in') },
    { field: '7.loanId', reason: 'is not a known order' },
  ])
  expect((await as('executive').writeOffs.list({ q: '' })).rows).toEqual([])
  expect((await as('executive').plans.list({ q: 'is:openRequest' })).rows).toEqual([])
})

test('a template of another version, another sheet, and one with formulas are refused', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const desk = { given, raw, server, tokenOf }
  const [line] = await owing(desk, 1)
  const sheet = await filled(desk, line!)

  expect(await send(desk, sheet.replace(',1', ',2'))).toMatchObject({ fault: 'template_old' })
  expect(await send(desk, sheet.replace('write-offs', 'products'))).toMatchObject({ fault: 'template_unknown' })
  expect(await send(desk, await blank(desk))).toMatchObject({ fault: 'template_empty' })
  expect(await send(desk, sheet.replace('Clean-up', '=HYPERLINK()'))).toMatchObject({
    fields: [{ field: '3.reason', reason: 'must not begin with a formula sign' }],
  })
  expect((await as('executive').writeOffs.list({ q: '' })).rows).toEqual([])
})

test('sheets beyond the limit of a role are for executives', async ({ as, given, raw, server, tokenOf }) => {
  const desk = { given, raw, server, tokenOf }
  await desk.given.parameter('writeOff.sheetLimits', { MGR: 1, EXE: null })
  const { data } = await send(desk, await filled(desk, ...(await owing(desk, 2))))

  const { run } = await passSheet({ as }, 'manager', data!.sheet)

  expect(run).toMatchObject({ success: 0, fail: 2 })
  const { refused } = await as('manager').batches.failures({ id: run.id })
  expect(refused).toMatchObject([{ msg: 'Needs an executive: yours are sheets of up to 1 lines', count: 2 }])
  expect((await passSheet({ as }, 'executive', data!.sheet)).run).toMatchObject({ success: 2, fail: 0 })
})

test('a line that fails leaves the others done, is told with its reason, and is run again', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const desk = { given, raw, server, tokenOf }
  const lines = await owing(desk, 3)
  const { data } = await send(desk, await filled(desk, ...lines))
  const { database } = desk.server.app
  await database.query(`update loans set state = 43, came_from = 50 where id = $1`, [lines[1]!.loanId])

  const { run } = await passSheet({ as }, 'manager', data!.sheet)

  expect(run).toMatchObject({ success: 2, fail: 1 })
  const headers = { authentication: await desk.tokenOf('manager') }
  const file = await (await fetch(`${desk.server.url}/api/batches/${run.id}/export`, { headers })).text()
  expect(file.split('\n').filter((line) => line.includes('Done'))).toHaveLength(2)
  expect(file).toMatch(/Refused,Not possible in/)
  await database.query(`update loans set state = 50 where id = $1`, [lines[1]!.loanId])

  const again = await as('manager').batches.retry({ id: run.id })

  expect(again).toMatchObject({ parentId: run.id, success: 1, fail: 0 })
  expect((await filedIn({ as }, data!.sheet)).map(({ resultState }) => resultState)).toEqual([110, 110, 110])
})

test('only whoever may file batches uploads, and nobody passes a sheet of their own', async ({
  as,
  given,
  raw,
  server,
  tokenOf,
}) => {
  const desk = { given, raw, server, tokenOf }
  const sheet = await filled(desk, ...(await owing(desk, 1)))
  expect(await send(desk, sheet, 'cs')).toMatchObject({ code: 403 })
  const { data } = await send(desk, sheet)
  await desk.server.app.database.query(`update write_offs set maker_id = 'S-manager'`)

  const { preview } = await passSheet({ as }, 'manager', data!.sheet)

  expect(preview.refused).toMatchObject([{ fault: 'own_request', count: 1 }])
})

restaffing(
  'to a filled sheet, an order out of its sender’s reach is none',
  async ({ as, given, raw, server, tokenOf }) => {
    const desk = { given, raw, server, tokenOf }
    const [mine] = await owing(desk, 1)
    const { loanId } = await given.plan({ departmentId: 'MKT' as never })
    await server.app.database.query(`update staff set unit_id = 'OPS' where id = 'S-ops';
    update role_grants set scope = 'department' where role_id = 'OPS' and page = 'writeOffs';
    update roles set version = version + 1 where id = 'OPS'`)

    const sent = await send(desk, await filled(desk, mine!, { ...received, loanId, utr: utr(1) }))

    expect(sent.fields).toEqual([{ field: '4.loanId', reason: 'is not a known order' }])
    expect((await as('executive').writeOffs.list({ q: '' })).rows).toEqual([])
  },
)
