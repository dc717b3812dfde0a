import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { staffId } from '#server/seed/foundation.ts'
import { test as base, type World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

const collector = (account: string) => staffId(account) as string as IdOf<'collector'>
const first = collector('collector')
const [beside, elsewhere, beyond] = [collector('second'), collector('third'), collector('fourth')]

/** With a collector more in the group of the first, and two in another agency. */
const test = base.extend<{ colleagues: undefined }>({
  colleagues: [
    async ({ server }, use) => {
      const { database } = server.app
      const hire = (id: string, name: string, unit: string) =>
        database.query(
          `insert into staff (id, account, name, password_hash, unit_id, created_at)
             values ('${id}', '${id}', '${name}', '-', '${unit}', now());
           insert into staff_roles values ('${id}', 'COL');
           insert into collectors (id) values ('${id}');
           insert into collector_stages select '${id}', id from stages`,
        )
      await hire(beside, 'Second Collector', 'AG1A')
      await hire(elsewhere, 'Third Collector', 'AG2A')
      await hire(beyond, 'Fourth Collector', 'AG2A')
      await use(undefined)
      for (const [table, column] of [
        ['staff_roles', 'staff_id'],
        ['staff', 'id'],
      ]) {
        await database.query(`delete from ${table} where ${column} in ('${beside}', '${elsewhere}', '${beyond}')`)
      }
    },
    { auto: true },
  ],
})

const transfersOf = async ({ as }: Pick<World, 'as'>) => (await as('manager').caseTransfers.list()).rows
const holderOf = async ({ server }: Pick<World, 'server'>, id: IdOf<'case'>) => {
  const [row] = await server.app.database.db.select().from(caseRows).where(eq(caseRows.id, id))
  return row!.collectorId
}
const selected = { kind: 'selected' } as const
const ofBoth = { caseType: 'collection', clients: 'both' } as const

test('a case goes to another collector with its order and its plans, and that is written down', async ({
  as,
  given,
  server,
}) => {
  const { id, version, loanId } = await given.case({ collector: 'collector' })

  const moved = await as('leader').cases.transfer({ id, version, to: beside, ...selected, reason: 'On leave' })

  expect(moved).toMatchObject({ state: 'allocated', collector: { id: beside, name: 'Second Collector' } })
  for (const table of ['loans', 'plans']) {
    const { rows } = await server.app.database.query(`select collector_id as "now" from ${table}`)
    expect([table, rows]).toEqual([table, [{ now: beside }]])
  }
  expect(await transfersOf({ as })).toMatchObject([
    {
      ...{
        state: 'fresh',
        caseId: id,
        caseKind: 'overdue',
        loanId,
        stage: { id: 'S1', name: 'S1' },
        kind: 'selected',
        count: 1,
      },
      ...{
        fromCollector: { id: first },
        fromGroup: { id: 'AG1A' },
        toCollector: { id: beside },
        toAgency: { id: 'AG1' },
      },
      ...{ operator: { id: staffId('leader') }, reason: 'On leave', runId: null },
    },
  ])
  const audited = await server.app.database.db.select().from(auditRows).where(eq(auditRows.command, 'cases.transfer'))
  expect(audited).toMatchObject([{ actorId: staffId('leader'), objectId: id, outcome: 'done' }])
})

test('a case that nobody has yet is given to somebody the same way', async ({ as, given, server }) => {
  const { id, version } = await given.case()

  await as('group').cases.transfer({ id, version, to: beside, ...selected })

  expect(await holderOf({ server }, id)).toBe(beside)
  expect(await transfersOf({ as })).toMatchObject([{ fromCollector: null, toCollector: { id: beside } }])
})

test.for([
  ['one who has it already', first, 'same_collector', 'leader'],
  ['no collector', collector('leader'), 'unknown_collector', 'leader'],
  ['a collector of another agency', elsewhere, 'unknown_collector', 'leader'],
] as const)('nothing goes to %s', async ([, to, fault, who], { as, given, server }) => {
  const { id, version } = await given.case({ collector: 'collector' })

  await expect(as(who).cases.transfer({ id, version, to, ...selected })).rejects.toMatchObject({ code: 400, fault })

  expect(await holderOf({ server }, id)).toBe(first)
  expect(await transfersOf({ as })).toEqual([])
})

test('a manager gives a case to any agency; who may not assign cases gives it to nobody', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  const asked = { id, version, to: elsewhere, ...selected }

  for (const who of ['collector', 'ops', 'cs', 'executive'] as const) {
    await expect(as(who).cases.transfer(asked)).rejects.toMatchObject({ code: 403 })
  }
  expect(await as('manager').cases.transfer(asked)).toMatchObject({ agency: { id: 'AG2' } })
})

test('offered as collectors are those one may give cases to, and nobody else', async ({ as }) => {
  const offered = async (who: 'leader' | 'manager' | 'ops') =>
    (await as(who).references.search({ kind: 'collector', text: '' })).found.map(({ id }) => id).toSorted()

  expect(await offered('leader')).toEqual([first, beside].toSorted())
  expect(await offered('manager')).toEqual([first, beside, elsewhere, beyond].toSorted())
  expect(await offered('ops')).toEqual([])
})

test('marked cases go as one run, which is rehearsed, and of which each says how many it was', async ({
  as,
  given,
}) => {
  const open = [await given.case({ collector: 'collector' }), await given.case()]
  const selection = { listing: 'cases.open', ids: open.map(({ id }) => id) }
  const args = { to: beside, ...selected }

  const preview = await as('leader').batches.preview({ command: 'cases.transfer', selection, args })
  expect(preview).toMatchObject({ eligible: 2, refused: [] })
  expect(await transfersOf({ as })).toEqual([])

  const run = await as('leader').batches.run({ id: preview.id })
  expect(run).toMatchObject({ state: 'finished', success: 2, fail: 0 })
  expect(await transfersOf({ as })).toMatchObject([
    { count: 2, runId: run.id },
    { count: 2, runId: run.id },
  ])
})

test('of one collector’s cases so many go as were asked for, what has lain longest first', async ({
  as,
  given,
  server,
}) => {
  const open = []
  for (const days of [3, 1, 2]) {
    const one = await given.case({ collector: 'collector' })
    const openedAt = new Date(Date.parse('2026-03-10T00:00:00Z') - days * 86_400_000)
    await server.app.database.db.update(caseRows).set({ openedAt }).where(eq(caseRows.id, one.id))
    open.push(one.id)
  }
  const asked = { ...ofBoth, kind: 'count', from: first, to: beside, count: 2 } as const

  expect(await as('leader', { rehearse: true }).caseTransfers.move(asked)).toMatchObject({ count: 2 })
  expect(await transfersOf({ as })).toEqual([])

  expect(await as('leader').caseTransfers.move(asked)).toMatchObject({ state: 'finished', success: 2 })
  const holders = await Promise.all(open.map((id) => holderOf({ server }, id)))
  expect(holders).toEqual([beside, first, beside])
  expect(await transfersOf({ as })).toMatchObject([
    { kind: 'count', count: 2 },
    { kind: 'count', count: 2 },
  ])
})

test.for([
  ['more than they have', { kind: 'count', count: 3 }, 'fewer_cases'],
  ['all of them, counted wrongly', { kind: 'all', count: 1 }, 'other_count'],
  ['to themselves', { kind: 'all', count: 2, to: first }, 'same_collector'],
  ['to another agency’s', { kind: 'all', count: 2, to: elsewhere }, 'unknown_collector'],
  ['of somebody out of reach', { kind: 'count', count: 1, from: elsewhere }, 'fewer_cases'],
] as const)('no cases go where they are %s', async ([, asked, fault], { as, given }) => {
  await given.case({ collector: 'collector' })
  await given.case({ collector: 'collector' })

  const moving = as('leader').caseTransfers.move({ ...ofBoth, from: first, to: beside, ...asked })

  await expect(moving).rejects.toMatchObject({ code: 400, fault })
  expect(await transfersOf({ as })).toEqual([])
})

test('case type, client type, transfer type, employee and count are required', async ({ as }) => {
  const whole = { ...ofBoth, kind: 'all', from: first, to: beside, count: 1 } as const
  for (const name of ['caseType', 'clients', 'kind', 'from', 'to', 'count'] as const) {
    const moving = as('leader').caseTransfers.move({ ...whole, [name]: undefined })
    await expect(moving).rejects.toMatchObject({ code: 400, fault: 'invalid', msg: expect.stringContaining(name) })
  }
  await expect(as('leader').caseTransfers.move({ ...whole, count: 0 })).rejects.toMatchObject({ fault: 'invalid' })
})

test('of marketing there are no cases to transfer, and that is the answer; those of collection stay', async ({
  as,
  given,
  server,
}) => {
  const { id } = await given.case({ collector: 'collector' })

  const marketing = { ...ofBoth, caseType: 'marketing', kind: 'all', from: first, to: beside, count: 1 } as const

  await expect(as('leader').caseTransfers.move(marketing)).rejects.toMatchObject({
    ...{ code: 400, fault: 'no_marketing_cases' },
    msg: 'Marketing has no cases yet: only those of collection can be transferred',
  })
  expect(await holderOf({ server }, id)).toBe(first)
})

test('on its day a transfer is taken back, and the case is whose it was', async ({ as, given, server }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  await as('leader').cases.transfer({ id, version, to: beside, ...selected })
  const [fresh] = await transfersOf({ as })

  const undone = await as('leader').caseTransfers.undo({ id: fresh!.id, version: fresh!.version })

  expect(undone).toMatchObject({ state: 'undone', undoneBy: { id: staffId('leader') } })
  expect(await holderOf({ server }, id)).toBe(first)
  const again = as('leader').caseTransfers.undo({ id: undone.id, version: undone.version })
  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('whoever a case is taken from hears of it by id and version, and of nothing that becomes of it', async ({
  as,
  given,
  server,
  tokenOf,
}) => {
  const { id, version } = await given.case({ collector: 'collector' })
  const stream = await listenTo(server.url, await tokenOf('collector'))
  const heard = () =>
    stream.heard.flatMap(({ noun, rows }) => (noun === 'cases' ? rows!.map((row) => row.version) : []))
  const give = async (to: typeof first, at: number) =>
    (await as('leader').cases.transfer({ id, version: at as typeof version, to, ...selected })).version

  const away = await give(beside, version)
  await expect.poll(heard).toEqual([away])
  const back = await give(first, away)
  await expect.poll(heard).toEqual([away, back])
  const [latest] = await transfersOf({ as })
  await as('leader').caseTransfers.undo({ id: latest!.id, version: latest!.version })
  await expect.poll(heard).toEqual([away, back, back + 1])
  await as('leader').cases.end({ id, version: (back + 1) as typeof version, reason: 'recalled' })
  const own = await given.case({ collector: 'collector' })

  await expect.poll(heard).toEqual([away, back, back + 1, own.version])
  await expect(as('collector').caseWorkspace.detail({ id })).rejects.toMatchObject({ fault: 'not_found' })
  await stream.stop()
})

test.for(['after midnight', 'once the customer was called', 'once it went on to somebody else'] as const)(
  'a transfer stands %s',
  async (when, { as, given, server, clock }) => {
    clock.set('2026-03-10T18:20:00.000Z')
    const { id, version } = await given.case({ collector: 'collector' })
    const moved = await as('leader').cases.transfer({ id, version, to: beside, ...selected })
    const [fresh] = await transfersOf({ as })

    if (when === 'after midnight') clock.forward(15 * 60_000)
    else if (when === 'once the customer was called') {
      await server.app.database.db.update(caseRows).set({ lastContactAt: clock.now() }).where(eq(caseRows.id, id))
    } else await as('manager').cases.transfer({ id, version: moved.version, to: elsewhere, ...selected })

    const undoing = as('leader').caseTransfers.undo({ id: fresh!.id, version: fresh!.version })
    await expect(undoing).rejects.toMatchObject({ code: 400, fault: 'not_allowed_now' })
    expect(await holderOf({ server }, id)).not.toBe(first)
  },
)

test('a case that has left one’s reach is not taken back from there', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  await as('manager').cases.transfer({ id, version, to: elsewhere, ...selected })
  const [fresh] = (await as('leader').caseTransfers.list()).rows

  const undoing = as('leader').caseTransfers.undo({ id: fresh!.id, version: fresh!.version })

  await expect(undoing).rejects.toMatchObject({ code: 400, fault: 'case_touched' })
  await expect(as('manager').caseTransfers.undo({ id: fresh!.id, version: fresh!.version })).resolves.toBeTruthy()
})

test('transfers are seen by the agencies and groups they went between, and by nobody else’s', async ({ as, given }) => {
  const { id, version } = await given.case({ collector: 'collector' })
  await as('leader').cases.transfer({ id, version, to: beside, ...selected })
  const seen = async (who: 'leader' | 'group' | 'manager') => (await as(who).caseTransfers.list()).rows.length

  expect([await seen('leader'), await seen('group'), await seen('manager')]).toEqual([1, 1, 1])
  const moved = await as('manager').cases.transfer({ ...(await given.case()), to: elsewhere, ...selected })
  // from the first agency to the second: both see it, the first group too
  expect([await seen('leader'), await seen('group'), await seen('manager')]).toEqual([2, 2, 2])
  await as('manager').cases.transfer({ id: moved.id, version: moved.version, to: beyond, ...selected })
  // within the second agency
  expect([await seen('leader'), await seen('group'), await seen('manager')]).toEqual([2, 2, 3])
  await expect(as('agency').caseTransfers.list()).rejects.toMatchObject({ code: 403 })
})
