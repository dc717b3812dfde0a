import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { LocalDate } from '#contract/kernel/values.ts'
import { childTerms } from '#contract/loans/extension.ts'
import { termsOf } from '#contract/products/quota.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { termsInForce } from '#server/modules/products/steps/terms.ts'
import { productRows } from '#server/modules/products/store.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { environment, test } from './book.ts'

test('personal numbers are encrypted under the secret of the installation', async ({ library: { database } }) => {
  const secrets = secretsOf(environment.secret)

  const known = (await database.db.select().from(customerRows)).filter(({ pan }) => pan !== null)
  const cards = await database.db.select().from(cardRows)

  expect(known.length).toBeGreaterThan(100)
  for (const { pan, panTail, panIndex, aadhaar } of known) {
    const text = secrets.decrypt(pan!)
    expect(text).toMatch(/^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/)
    expect([text.slice(-4), secrets.blindIndex(text)]).toEqual([panTail, panIndex])
    expect(secrets.decrypt(aadhaar!)).toMatch(/^[2-9]\d{11}$/)
  }
  for (const { account, accountTail, accountIndex } of cards) {
    const text = secrets.decrypt(account)
    expect([text.slice(-4), secrets.blindIndex(text)]).toEqual([accountTail, accountIndex])
  }
})

test('a card is in the name of its customer unless its similarity says otherwise', async ({
  library: { database },
}) => {
  const foreign = await rowsOf<{ holder: string; name: string; similar: boolean }>(
    database.db,
    sql`select d.holder, c.name, d.similarity_ppm >= 800000 as similar from cards d join customers c on c.id = d.customer_id`,
  )

  expect(foreign.some(({ similar }) => !similar)).toBe(true)
  for (const { holder, name, similar } of foreign) expect(holder === name || !similar).toBe(true)
})

test('who has repaid is an old customer, and who was written off by operation is on the blacklist', async ({
  library: { database, loans },
}) => {
  const customers = await database.db.select().from(customerRows)

  for (const { id, kind, loansDone, blacklisted } of customers) {
    const own = loans.filter(({ customerId }) => customerId === id)
    expect(loansDone).toBe(own.filter(({ state }) => state === 40 || state === 41).length)
    expect(kind).toBe(loansDone > 0 ? 'old' : 'new')
    if (own.some(({ state }) => state === 100)) expect(blacklisted).toBe(true)
  }
})

test('every order is of a product that is offered, with its terms', async ({ library: { database, loans } }) => {
  const products = await database.db.select().from(productRows)

  expect(products.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual([
    'IN-14 enabled',
    'IN-7 enabled',
    'IN-90 enabled',
  ])
  for (const { id } of products) {
    const { levels, ...rest } = (await termsInForce(database.db, id, LocalDate.parse('2100-01-01')))!
    const offered = termsOf(levels[0]!, rest, levels[0]!.tenureDays[0]!)
    for (const { kind, terms } of loans.filter(({ productId }) => productId === id)) {
      expect(terms).toEqual(kind === 'regular' ? offered : childTerms(offered))
    }
  }
})

test('the audit log tells a few hundred deeds, the oldest first, and no password', async ({
  library: { database },
}) => {
  const told = await database.db.select().from(auditRows).orderBy(auditRows.id)

  const times = told.map(({ at }) => at.getTime())
  expect(new Set(told.map(({ command }) => command))).toEqual(
    new Set([
      ...['session.signIn', 'loans.redisburse', 'tickets.transfer'],
      ...['customers.reveal', 'loans.orders.export', 'parameters.edit'],
    ]),
  )
  expect(told.length).toBeGreaterThan(100)
  expect(told.length).toBeLessThan(1_000)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(JSON.stringify(told)).not.toContain(demoPassword)
})

test('each agency has leaders and collectors, and all roles together many more than one account each', async ({
  library: { database },
}) => {
  const teams = await rowsOf<{ crew: string }>(
    database.db,
    sql`select distinct a.id || ' ' || r.role_id as crew from staff s
        join staff_roles r on r.staff_id = s.id join units u on u.id = s.unit_id
        join units a on a.kind = 'agency' and starts_with(u.path, a.path)
        where r.role_id in ('COL', 'CTL') order by 1`,
  )
  const [staff] = await rowsOf<{ count: number }>(database.db, sql`select count(*)::int as count from staff`)

  expect(teams.map(({ crew }) => crew)).toEqual(['AG1 COL', 'AG1 CTL', 'AG2 COL', 'AG2 CTL', 'AG3 COL', 'AG3 CTL'])
  expect(staff!.count).toBeGreaterThan(70)
})
