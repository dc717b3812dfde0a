import fc from 'fast-check'
import { expect } from 'vitest'
import { operatorsOf } from '#contract/kernel/query/context.ts'
import { loans } from '#contract/loans/calls.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { test } from '#tests/support/server.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-03-10T06:00:00Z')
const ago = (days: number) => new Date(now - days * dayMs)

test('a filter means the same as its words', async ({ as, given }) => {
  const a = await given.loan({
    name: 'Asha Rao',
    phone: '9811111111',
    amountMinor: 100_000,
    appliedAt: ago(1),
    failedAt: ago(0.1),
  })
  const b = await given.loan({
    name: 'Ravi Das',
    phone: '9822222222',
    amountMinor: 500_000,
    appliedAt: ago(5),
    failedAt: ago(2),
  })
  const c = await given.loan({ name: 'Meera Rao', state: 30, amountMinor: 900_000, appliedAt: ago(40) })
  const names = new Map([
    [a.id, 'a'],
    [b.id, 'b'],
    [c.id, 'c'],
  ])
  const found = async (q: string) =>
    (await as('cs').loans.applications({ q })).rows.map(({ id }) => names.get(id)).join('')

  const cases: Record<string, string> = {
    '': 'abc',
    'state:31': 'ab',
    'state:30,31 sort:amount': 'abc',
    '-state:31': 'c',
    'amount>1000': 'bc',
    'amount:1k..5k': 'ab',
    'amount<=1000': 'a',
    'amount!=5k': 'ac',
    'name:rao': 'ac',
    rao: 'ac',
    'rao -meera': 'a',
    '"asha rao"': 'a',
    'asha OR ravi': 'ab',
    '(asha OR ravi) amount>1000': 'b',
    'phone:9822222222': 'b',
    'phone:"98222 22222"': 'b',
    '9822222222': 'b',
    'appliedAt:-7d': 'ab',
    'appliedAt<2026-03-06': 'bc',
    'appliedAt:2026-03-09': 'a',
    'appliedAt:2026-01': 'c',
    'has:failure': 'ab',
    'no:failure': 'c',
    'is:firstLoan': 'abc',
    'is:overQuota': '',
    [`id:${a.id}`]: 'a',
    [`id:${a.id.toLowerCase()}`]: 'a',
    [`id:${a.id.slice(0, 4)}*`]: 'abc',
    'sort:amount-': 'cba',
    'sort:dueDate': 'abc',
    'product:"IN-7"': 'abc',
  }
  for (const [q, wanted] of Object.entries(cases)) expect([q, await found(q)]).toEqual([q, wanted])
})

test('hours waiting are whole hours since the failure', async ({ as, given }) => {
  await given.loan({ failedAt: new Date(now - 4.5 * 3_600_000) })
  const count = async (q: string) => (await as('ops').loans.failedPayouts({ q })).rows.length

  expect(await count('hours:4')).toBe(1)
  expect(await count('hours>4')).toBe(0)
  expect(await count('hours>=4')).toBe(1)
  expect(await count('hours<5')).toBe(1)
  expect(await count('hours>3')).toBe(1)
})

test('what has left a list is told to whoever saw it there, and asks', async ({ as, given, server }) => {
  const { id } = await given.loan()
  const q = `id:${id}`
  await server.app.database.query('update loans set state = 29')

  expect((await as('ops').loans.failedPayouts({ q })).rows).toEqual([])
  expect((await as('ops').loans.failedPayouts({ q, left: true })).rows).toMatchObject([{ id, state: 29 }])
  await server.app.database.query('update loans set state = 30, failed_at = null')
  expect((await as('ops').loans.failedPayouts({ q, left: true })).rows).toMatchObject([{ id, state: 30 }])
  await server.app.database.query('update loans set state = 40')
  expect((await as('ops').loans.failedPayouts({ q, left: true })).rows).toEqual([])
})

test('a plan’s status follows the day', async ({ as, given }) => {
  await given.plan({ dueDate: '2026-03-09' as never })
  await given.plan({ dueDate: '2026-03-10' as never })
  await given.plan({ dueDate: '2026-03-12' as never })
  const states = async (q: string) =>
    (await as('ops').plans.list({ q: `${q} sort:dueDate` })).rows.map(({ state }) => state)

  expect(await states('')).toEqual(['overdue', 'dueToday', 'notDue'])
  expect(await states('state:overdue,dueToday')).toEqual(['overdue', 'dueToday'])
  expect(await states('overdueDays>0')).toEqual(['overdue'])
})

test.for([
  ['colour:red', 'no_such_field', 'colour'],
  ['phone:98*', 'masked_needs_full', 'phone'],
  ['amount:lots', 'not_a_number', 'lots'],
  ['sort:phone', 'not_sortable', 'phone'],
  ['(state:31', 'unclosed_bracket', ''],
] as const)('%s is refused, naming the piece', async ([q, problem], { as, given }) => {
  await given.loan()

  const refused = as('cs').loans.applications({ q })

  await expect(refused).rejects.toMatchObject({ code: 400, fault: 'bad_query', values: { problem } })
})

test('hostile text is looked for, and nothing else', async ({ as, given }) => {
  await given.loan()
  const hostile = ["'; drop table loans; --", '%', '_', 'a\\b', '"', '<script>', '\u202e', '🦊', 'x'.repeat(500)]

  for (const text of hostile) {
    const q = `name:"${text.replaceAll('"', '\\"')}"`
    await expect(as('ops').loans.applications({ q })).resolves.toMatchObject({ rows: [] })
  }
  await expect(as('ops').loans.applications({ q: '' })).resolves.toMatchObject({ rows: [expect.anything()] })
})

test('rows created after the moment a list was opened stay out of its pages', async ({ as, given, clock }) => {
  await given.loan({ appliedAt: new Date(now) })
  const { asOf } = await as('ops').loans.applications({ q: '' })
  clock.forward(1_000)
  await given.loan()

  expect((await as('ops').loans.applications({ q: '', asOf })).rows).toHaveLength(1)
  expect((await as('ops').loans.applications({ q: '' })).rows).toHaveLength(2)
})

test('pages follow one another without gap or repetition, whatever ties there are', async ({ as, given }) => {
  for (let i = 0; i < 7; i++) await given.loan({ amountMinor: 500_000, appliedAt: new Date(now) })
  const all = (await as('ops').loans.applications({ q: 'sort:amount' })).rows.map(({ id }) => id)

  const paged: string[] = []
  for (let from = 0; from < 7; from += 3) {
    paged.push(...(await as('ops').loans.applications({ q: 'sort:amount', from, size: 3 })).rows.map(({ id }) => id))
  }

  expect(paged).toEqual(all)
  expect(new Set(all).size).toBe(7)
})

test('personal values in a filter can stand as tokens that only their owner can use', async ({ as, given }) => {
  await given.loan({ phone: '9811111111' })
  const { tokens } = await as('cs').queries.seal({ values: ['9811111111'] })

  const mine = await as('cs').loans.applications({ q: `phone:~${tokens[0]}` })
  const foreign = await as('manager').loans.applications({ q: `phone:~${tokens[0]}` })

  expect(mine.rows).toHaveLength(1)
  expect(foreign.rows).toHaveLength(0)
  await expect(as('manager').queries.open({ tokens })).resolves.toEqual({ values: [null] })
  await expect(as('cs').queries.open({ tokens })).resolves.toEqual({ values: ['9811111111'] })
})

test('counts, totals, top values and ranges belong to the same filter', async ({ given, raw }) => {
  await given.loan({ amountMinor: 100_000 })
  await given.loan({ amountMinor: 300_000 })
  await given.loan({ state: 30 })
  const who = 'ops' as const

  const count = await raw('GET /loans/count?q=state:31', { who })
  const totals = await raw('GET /loans/totals?q=state:31', { who })
  const facet = await raw('GET /loans/facet?q=&field=state', { who })
  const range = await raw('GET /loans/range?q=sort:amount&from=1&to=2', { who })

  expect(count.data).toEqual({ count: 2 })
  expect(totals.data).toMatchObject({ count: 2, sums: { amount: [{ minor: 400_000, currency: 'INR' }] } })
  expect(facet.data).toEqual({
    values: [
      { value: '31', label: '31', count: 2 },
      { value: '30', label: '30', count: 1 },
    ],
  })
  expect(range.data).toMatchObject({ ids: [expect.any(String), expect.any(String)] })
})

test('masked fields have no top values and no order', async ({ raw }) => {
  await expect(raw('GET /loans/facet?q=&field=phone', { who: 'ops' })).resolves.toMatchObject({
    fault: 'not_countable',
  })
  await expect(raw('GET /loans?q=sort:phone', { who: 'ops' })).resolves.toMatchObject({ fault: 'bad_query' })
})

test('a row has its place in the list, whatever its order, and none in a list that it is not in', async ({
  given,
  raw,
}) => {
  const { id: first } = await given.loan({ amountMinor: 300_000 })
  const { id: second } = await given.loan({ amountMinor: 100_000 })
  const { id: tied } = await given.loan({ amountMinor: 100_000 })
  const placeOf = async (q: string, id: string) =>
    (await raw(`GET /loans/place?q=${encodeURIComponent(q)}&id=${id}`, { who: 'ops' })).data

  expect(await placeOf('sort:amount', first)).toEqual({ place: 2 })
  expect([await placeOf('sort:amount', second), await placeOf('sort:amount', tied)]).toEqual([
    { place: 0 },
    { place: 1 },
  ])
  expect(await placeOf('sort:amount-', first)).toEqual({ place: 0 })
  expect(await placeOf('sort:dueDate', first)).toEqual({ place: expect.any(Number) })
  expect(await placeOf('amount<2000', first)).toEqual({ place: null })
  expect(await placeOf('', 'LN999')).toEqual({ place: null })
})

/** What lines over orders are made of, right and wrong. */
const scraps = [
  ...loans.applications.fields.flatMap((field) => [
    field.name,
    ...operatorsOf(field).map((operator) => field.name + operator),
  ]),
  ...['is:', 'has:', 'no:', 'sort:', 'OR', 'NOT ', '|', '-', '(', ')', ',', '..', '*', '~k', '@me', '!', ' ', ' ', ' '],
  ...[
    '31',
    '5k',
    '1.5',
    '-7d',
    'today',
    '2026-03',
    '2026-03-09',
    '9007199254740991',
    "'; drop table loans; --",
    '%',
    '\\',
  ],
  ...['"a b"', '"', '“', '\0', '\ud800', '🦊', '\u202e', 'rao', 'LN2*'],
]

test.for(['9007199254740991', '-9007199254740991', '99999999999999999999', '-999999999d'])(
  '%s is answered or refused, whatever it is compared with',
  async (far, { raw }) => {
    const lines = loans.applications.fields.flatMap(({ name }) => [
      `${name}:${far}`,
      `${name}<=${far}`,
      `${name}>${far}`,
    ])

    const answers = await Promise.all(
      lines.map(async (line) => ({
        line,
        ...(await raw(`GET /loans?q=${encodeURIComponent(line)}`, { who: 'ops' })),
      })),
    )

    expect(answers.filter(({ code, fault }) => code !== 200 && (code !== 400 || fault === 'internal'))).toEqual([])
  },
)

test('whatever stands in a filter line, it is answered with rows or refused, and never breaks', async ({
  given,
  raw,
}) => {
  await given.loan()
  const lines = fc.array(fc.constantFrom(...scraps), { maxLength: 12 }).map((pieces) => pieces.join(''))

  await fc.assert(
    fc.asyncProperty(lines, async (line) => {
      const { code, fault } = await raw(`GET /loans?q=${encodeURIComponent(line.toWellFormed())}`, { who: 'ops' })
      expect([line, code === 200 || (code === 400 && fault !== 'internal')]).toEqual([line, true])
    }),
    { numRuns: 150 },
  )
})

test('every list answers in every order it declares, both ways, and adds up what it says it does', async ({
  raw,
  given,
}) => {
  await given.plan()
  const refusals: string[] = []
  for (const { listing } of registryOf(modules).listings.values()) {
    const orders = listing.sort.flatMap((field) => [`sort:${field}`, `sort:${field}-`])
    for (const who of ['manager', 'admin'] as const) {
      const answers = await Promise.all(
        orders.map(async (q) => ({ q, answer: await raw(`${listing.at}?${new URLSearchParams({ q })}`, { who }) })),
      )
      const { code } = await raw(listing.totals.at, { who })
      const refused = answers.filter(({ answer }) => ![200, 403].includes(answer.code))
      refusals.push(...refused.map(({ q }) => `${listing.id} ${q}`), ...([200, 403].includes(code) ? [] : [listing.id]))
    }
  }

  expect(refusals).toEqual([])
})
