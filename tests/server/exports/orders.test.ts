import { expect } from 'vitest'
import { seedDemo } from '#server/seed/demo.ts'
import { type Account, alone, test as base, type World } from '#tests/support/server.ts'

type Fetch = (path: string, who?: Account) => Promise<{ status: number; name: string; lines: string[] }>

/** Fetches files as the console does. */
const fetchAs =
  ({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>): Fetch =>
  async (path, who = 'ops') => {
    const headers = { authentication: await tokenOf(who), 'accept-language': 'en' }
    const response = await fetch(`${server.url}/api${path}`, { headers })
    const text = (await response.text()).replace('\uFEFF', '').trim()
    const name = response.headers.get('content-disposition') ?? ''
    return { status: response.status, name, lines: text.split(/\r?\n/) }
  }

const test = base.extend<{ file: Fetch }>({
  file: async ({ server, tokenOf }, use) => use(fetchAs({ server, tokenOf })),
})

/** With a small book that has rows of every kind. */
const withBook = alone.extend<{ file: Fetch }>({
  file: async ({ server, tokenOf, clock }, use) => {
    const about = { country: 'IN', secret: 'secret of the tests' } as const
    await seedDemo(server.app.database, about, { loans: 600, customers: 360, now: clock.now() })
    await use(fetchAs({ server, tokenOf }))
  },
})

/** Each export that the order side has: its call, the list it is of, and a column that only this one has. */
const listed = [
  ['loan', '/export/loan', '/loans', 'Applied'],
  ['pay-out', '/export/pay-out', '/loans/orders', 'Paid out'],
  ['repayment', '/export/repayment', '/plans', 'Period'],
  ['pay record', '/export/pay-record', '/payments', 'Excess (INR)'],
  ['reduce order', '/export/reduce-order', '/reductions', 'Left after (INR)'],
  ['balance order', '/export/balance-order', '/write-offs', 'Loss (INR)'],
  ['failed pay-outs', '/export/failed-payouts', '/loans/failed-payouts', 'Attempts'],
  ['repayment proofs', '/export/repay-proof', '/proofs', 'Pictures'],
  ['reduced bills', '/export/reduced-bills', '/reductions/bills', 'Paid since (INR)'],
  ['extensions', '/export/extensions', '/extensions', 'New due'],
  ['card changes', '/export/card-changes', '/card-changes', 'New bank'],
  ['case transfers', '/export/case-transfers', '/case-transfers', 'Transfer type'],
  ['coupons', '/export/coupons', '/coupons', 'Issued'],
  ['coupon templates', '/export/coupon-list', '/coupon-templates', 'Applicable from (INR)'],
] as const

withBook(
  'every list of the order side is exported by its own call, whole, and by nobody without the right',
  async ({ file, raw }) => {
    for (const [what, path, list, column] of listed) {
      const { data } = await raw(`GET ${list}/count?q=`, { who: 'ops' })
      const { count } = data as { count: number } // what every list counts
      const { status, name, lines } = await file(path)

      expect([what, status, count > 0]).toEqual([what, 200, true])
      expect(name).toMatch(/filename="[\w -]+ \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''[\w%.-]+\.csv$/)
      expect(lines[0]!.split(','), what).toContain(column)
      expect([what, lines.length - 1]).toEqual([what, count])
      expect([what, (await file(path, 'collector')).status]).toEqual([what, 403])
    }
  },
)

test('the blank sheets of write-offs and coupons carry their name, their version and their columns', async ({
  file,
}) => {
  const writeOffs = await file('/export/templates')
  const coupons = await file('/export/coupon-templates')

  expect([writeOffs.status, coupons.status]).toEqual([200, 200])
  expect(writeOffs.lines.join('\n')).toMatch(
    /write-offs[\s\S]*loanId,amount,channel,bankCode,utr,upi,repaidOn,reason,blacklist/,
  )
  expect(coupons.lines.join('\n')).toMatch(/coupons[\s\S]*customerId/)
  expect((await file('/export/templates', 'cs')).status).toBe(403)
})

test('a run is exported row by row, with what became of each and why', async ({ as, file, given }) => {
  const orders = [await given.loan(), await given.loan(), await given.loan()]
  const ids = orders.map(({ id }) => id as string)
  const selection = { listing: 'loans.failedPayouts', ids }
  const preview = await as('ops').batches.preview({ command: 'loans.redisburse', selection, args: {} })
  const run = await as('ops').batches.run({ id: preview.id })

  const { status, lines } = await file(`/batches/${run.id}/export`)

  expect(status).toBe(200)
  expect(lines).toHaveLength(1 + ids.length)
  for (const id of ids) expect(lines.join('\n')).toContain(id)
  for (const line of lines.slice(1)) expect(line).toMatch(/,2026-03-10 11:30:00$/) // on the clock of the country
})
