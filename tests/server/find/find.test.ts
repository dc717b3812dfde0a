import { type SQL, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { addDeclaredParameters } from '#server/modules/parameters/steps.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { alone, test } from '#tests/support/server.ts'

const nouns = (found: readonly { noun: string }[]) => found.map(({ noun }) => noun)

/** What records of each noun are found by. Colleagues have no number of a bank, and no phone that is kept. */
const ways = {
  customers: ['id', 'its beginning', 'its digits', 'phone', 'phone as written', 'utr', 'name'],
  loans: ['id', 'its beginning', 'its digits', 'phone', 'phone as written', 'utr'],
  cases: ['id', 'its beginning', 'its digits', 'phone', 'phone as written', 'utr'],
  tickets: ['id', 'its beginning', 'its digits', 'phone', 'phone as written', 'utr'],
  staff: ['id', 'its beginning', 'account', 'name'],
} as const

test.for(Object.entries(ways).flatMap(([noun, all]) => all.map((way) => [noun, way] as const)))(
  '%s are found by %s',
  async ([noun, way], { as, given, server }) => {
    const { id: caseId, loanId } = await given.case({ phone: '9000012345', name: 'Mohan Iyer', attempts: 1 })
    const { id: ticketId } = await given.ticket()
    const { query } = server.app.database
    const { rows } = await query(`update payouts set utr = 'HDFC00012345678' returning loan_id`)
    expect(rows).toEqual([{ loan_id: loanId }])
    const whose = `from loans l where l.id = '${loanId}'`
    await query(`update tickets t set loan_id = l.id, customer_id = l.customer_id ${whose}`)
    const [of] = (await query(`select customer_id as customer ${whose}`)).rows
    const ids = {
      customers: String(of!.customer),
      loans: loanId,
      cases: caseId,
      tickets: ticketId,
      staff: 'S-collector',
    }
    const id = ids[noun as keyof typeof ids]
    const text = {
      id: id.toLowerCase(),
      'its beginning': id.slice(0, 10),
      'its digits': id.slice(2),
      phone: '9000012345',
      'phone as written': '+91 90000 12345',
      utr: 'hdfc 0001 2345 678',
      account: 'collector',
      name: noun === 'staff' ? (await query(`select name from staff where id = '${id}'`)).rows[0]!.name : 'Mohan Iyer',
    }[way]

    const { found } = await as('manager').finding.records({ text: String(text) })

    expect(found).toContainEqual(expect.objectContaining({ noun, id }))
    expect(JSON.stringify(found)).not.toContain('9000012345')
  },
)

test('of a record its noun, its state and whose it is are told, masked', async ({ as, given }) => {
  const { id } = await given.loan({ name: 'Asha Rao' })

  const { found } = await as('ops').finding.records({ text: id })

  expect(found).toEqual([{ noun: 'loans', id, name: 'Asha Rao', hint: 'Disbursement failed · 98****3210' }])
})

test('a phone finds the customer, the orders and the open case, and is shown masked', async ({ as, given }) => {
  const { id, loanId } = await given.case({ phone: '9000012345', name: 'Mohan Iyer' })
  await given.loan({ phone: '9000054321' })

  for (const text of ['9000012345', '+91 90000 12345', '090000-12345']) {
    const { found } = await as('manager').finding.records({ text })
    expect(nouns(found)).toEqual(['customers', 'loans', 'cases'])
    expect(found.map((one) => one.id)).toEqual([expect.stringMatching(/^CU/), loanId, id])
    expect(JSON.stringify(found)).not.toContain('9000012345')
  }
})

test('part of a phone finds nobody', async ({ as, given }) => {
  await given.loan({ phone: '9000012345' })

  expect((await as('ops').finding.records({ text: '900001234' })).found).toEqual([])
})

test('people are found by what a word of their name begins with, colleagues by account', async ({ as, given }) => {
  await given.loan({ name: 'Asha Rao' })

  const byName = await as('ops').finding.records({ text: 'rao', people: true })
  const byAccount = await as('ops').finding.records({ text: 'collector', people: true })

  expect(byName.found).toMatchObject([{ noun: 'customers', name: 'Asha Rao' }])
  expect(nouns(byAccount.found)).toContain('staff')
  expect((await as('ops').finding.records({ text: 'sha ra', people: true })).found).toEqual([])
})

test('who asks for people is shown no orders', async ({ as, given }) => {
  const { id } = await given.loan()

  expect((await as('ops').finding.records({ text: id, people: true })).found).toEqual([])
})

test('records of somebody else’s scope look as if they were not there', async ({ as, given }) => {
  const mine = await given.case({ collector: 'collector', phone: '9000012345' })
  const other = await given.case({ collector: null, phone: '9000054321' })

  const seen = async (text: string) => (await as('collector').finding.records({ text })).found.map((one) => one.id)
  const lookedUp = async (value: string) =>
    (await as('collector').finding.lookUp({ of: 'phone', value })).found.map((one) => one.id)

  expect(await seen(mine.id)).toEqual([mine.id])
  expect(await seen(other.id)).toEqual([])
  expect(await lookedUp('9000054321')).toEqual([])
  expect(await lookedUp('9000012345')).toContain(mine.id)
})

test('without the page of a record there is no such record', async ({ as, given }) => {
  const { id } = await given.ticket()

  expect((await as('cs').finding.records({ text: id })).found).toHaveLength(1)
  expect((await as('collector').finding.records({ text: id })).found).toEqual([])
})

test.for(['%', '_', 'a%b', "'; drop table loans; --", '\\', '🙂🙂🙂', '   ', '', 'x'.repeat(64)])(
  'hostile text finds nothing and harms nothing: %j',
  async (text, { as, given }) => {
    await given.loan()

    expect((await as('ops').finding.records({ text })).found).toEqual([])
  },
)

test('more text than anybody types is refused', async ({ as }) => {
  await expect(as('ops').finding.records({ text: 'x'.repeat(65) })).rejects.toMatchObject({ code: 400 })
})

test('whatever is looked for, no table that grows is read from end to end', async ({ as, given, server }) => {
  const { id, loanId } = await given.case({ phone: '9000012345', name: 'Mohan Iyer' })
  const { database } = server.app
  const asked: SQL[] = []
  const real = database.db.execute.bind(database.db)
  const spy = vi.spyOn(database.db, 'execute').mockImplementation((statement) => {
    asked.push(statement as SQL) // the kernel asks with nothing else
    return real(statement)
  })
  for (const who of ['ops', 'manager', 'collector'] as const)
    for (const text of [id, loanId, loanId.slice(2), '9000012345', 'HDFC00012345678', '260310001234'])
      await as(who).finding.records({ text })
  spy.mockRestore()

  const scanned = await database.db.transaction(async (tx) => {
    // small tables are read whole whatever their indexes: only where an index cannot serve does a scan stay
    await tx.execute(sql`set local enable_seqscan = off`)
    const lines: string[] = []
    for (const statement of asked) {
      const rows = await rowsOf<Record<string, string>>(tx, sql`explain ${statement}`)
      lines.push(...rows.flatMap((row) => Object.values(row)))
    }
    return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
  })

  expect(asked.length).toBeGreaterThan(20)
  const growing = ['loans', 'customers', 'plans', 'cases', 'payments', 'payouts', 'reductions', 'tickets']
  expect(scanned.filter((table) => growing.includes(table))).toEqual([])
})

alone(
  'write-offs, extensions, coupons, payments and proofs are found by their ids, by whoever sees their lists',
  async ({ as, server }) => {
    await seedDemo(
      server.app.database,
      { country: 'IN', secret: 'secret of the tests' },
      { loans: 300, customers: 180 },
    )
    const { query } = server.app.database
    const first = async (table: string) => (await query(`select min(id) as id from ${table}`)).rows[0]!.id as string
    const tables = {
      writeOffs: 'write_offs',
      extensions: 'extensions',
      coupons: 'coupons',
      payments: 'payments',
      proofs: 'proofs',
    }

    for (const [noun, table] of Object.entries(tables)) {
      const id = await first(table)
      const { found } = await as('ops').finding.records({ text: id })
      expect(found).toMatchObject([{ noun, id, hint: expect.stringMatching(/\S/) }])
      expect((await as('salesman').finding.records({ text: id })).found).toEqual([])
    }
  },
)

test.for([
  ['roles', 'quality insp', 'Quality inspector'],
  ['parameters', 'OFFICE.opens', 'opens'],
  ['jobs', 'reviewAccess', 'Review access'],
  ['lines', '1800', '1800'],
  ['apps', 'lendline li', 'Lendline Lite'],
  ['dictionaries', 'shift ki', 'Shift kinds'],
  ['announcements', 'closed on', 'Closed on Friday'],
  ['providers', 'second ba', 'Second bank'],
] as const)('what an administrator keeps is found: of %s by “%s”', async ([noun, text, name], { as, server }) => {
  const { query } = server.app.database
  await addStandingJobs(server.app)
  await addDeclaredParameters(server.app.database.db, new Date())
  await query(`insert into lines (id, kind, number, created_at) values ('TL260310000001', 'did', '18001234', now());
    insert into app_groups (id, name, created_at) values ('MAIN', 'Main', now());
    insert into apps (id, name, group_id, package, platform, release, company, created_at)
      values ('Lite', 'Lendline Lite', 'MAIN', 'com.lendline.lite', 'android', '1.0', 'House', now());
    insert into announcements (id, state, title, content, audience, readers, pop_up, maker_id, updated_at, created_at)
      values ('AN260310000001', 'enabled', 'Closed on Friday', '', 'everybody', '{}', 'none', 'S-admin', now(), now());
    insert into providers (id, name, kind, created_at) values ('BANK2', 'Second bank', 'payout', now())`)
  await as('admin').dictionaries.add({ code: 'shift.kinds', name: 'Shift kinds', sort: 9, parent: 'root' as never })

  const { found } = await as('admin').finding.records({ text })

  expect(found).toContainEqual(expect.objectContaining({ noun, name: expect.stringContaining(name) }))
  expect(nouns((await as('collector').finding.records({ text })).found)).not.toContain(noun)
  expect(nouns((await as('admin').finding.records({ text, people: true })).found)).not.toContain(noun)
})
