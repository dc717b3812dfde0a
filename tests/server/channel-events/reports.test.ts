import { expect, test } from 'vitest'
import type { Cell, Cells } from '#contract/kernel/report.ts'
import { Random } from '#server/seed/history/random.ts'
import { openDesk, plainSql } from './support.ts'

interface Told {
  readonly rows: readonly { readonly value: string | null; readonly cells: Cells }[]
  readonly total: Cells
}
/** Spend that nobody has entered is null. */
type Numbers = Readonly<Record<string, number | null>>

/** A rate as a report tells it: none of nothing, nor of what is unknown. */
const rate = (value: number | null | undefined, per: number | null | undefined) =>
  value === null || !per ? null : [value, per]
const told = (cell: Cell | null | undefined) => cell && (cell.per === null ? cell.value : [cell.value, cell.per])
const allOf = (cells: Cells) => Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, told(cell)]))

const delivered = (n: Numbers) => ({
  ...{ spend: n.spend, impressions: n.impressions, clicks: n.clicks, installs: n.installs },
  ...{ registered: n.registered, loans: n.loans },
  ...{ perRegistration: rate(n.spend, n.registered), perLoan: rate(n.spend, n.loans) },
})
const delivery = (n: Numbers) => ({
  ...delivered(n),
  ...{ perClick: rate(n.spend, n.clicks), perInstall: rate(n.spend, n.installs) },
})
const statistics = (n: Numbers) => ({
  ...delivered(n),
  ...{ applications: n.applications, lent: n.lent, earned: n.earned },
  ...{ verified: rate(n.verified, n.registered), approved: rate(n.approved, n.applications) },
  ...{ overdueT0: rate(n.unpaid0, n.told0), overdueT3: rate(n.unpaid3, n.told3) },
  ...{ overdueT10: rate(n.unpaid10, n.told10), returned: rate(n.earned! - (n.spend ?? 0), n.spend) },
})

test('every number of channels and campaigns is what plain SQL counts, day by day', { timeout: 240_000 }, async () => {
  const { server, ask } = await openDesk()
  const counted = async (where: string) => (await server.app.database.query(plainSql(where))).rows[0] as Numbers
  const random = new Random('channels')
  const compare = async (at: string, asked: Readonly<Record<string, string>>, of: [string, (n: Numbers) => object]) => {
    const [where, expected] = of
    const { rows, total } = await ask<Told>(at, asked)
    expect(allOf(total)).toEqual(expected(await counted(where)))
    const drawn = rows.filter(({ value }) => value !== null && random.next() < 0.08)
    for (const { value, cells } of drawn) {
      expect({ at, value, ...allOf(cells) }).toEqual({
        ...{ at, value },
        ...expected(await counted(`${where} and day = '${value}'`)),
      })
    }
    return drawn.length
  }

  let compared = await compare('/reports/channels', {}, ['true', statistics])
  for (const channel of ['search', 'social', 'organic', 'partner']) {
    compared += await compare('/reports/channels', { q: `channel="${channel}"` }, [
      `channel = '${channel}'`,
      statistics,
    ])
  }
  compared += await compare('/reports/delivery', {}, ['campaign is not null', delivery])
  for (const campaign of ['brand-search', 'instant-cash-video']) {
    const of = `campaign = '${campaign}'`
    compared += await compare('/reports/delivery', { q: `campaign="${campaign}"` }, [of, delivery])
  }

  expect(compared).toBeGreaterThan(60)
  await server.stop()
})
