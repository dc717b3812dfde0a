import { expect } from 'vitest'
import { seedDemo } from '#server/seed/demo.ts'
import { grids } from '#src/catalogue.ts'
import { sparseFields } from '#src/grid/model/sparse-fields.ts'
import { type Account, alone, test, type World } from '#tests/support/server.ts'

type Rows = { readonly rows: readonly Readonly<Record<string, unknown>>[] }

const size = 50
const json = { 'content-type': 'application/json' }

/** What asks for the first rows of a list, whole. */
const pageOf = (at: string, q: string, who: Account): Parameters<World['raw']> =>
  at.startsWith('POST')
    ? [at, { who, headers: json, body: JSON.stringify({ q, size }) }]
    : [`${at}?q=${encodeURIComponent(q)}&size=${size}`, { who }]

alone(
  'rows read with some of their fields are those of the whole list, in its order',
  async ({ server, raw, clock }) => {
    const about = { country: 'IN', secret: 'secret of the tests' } as const
    await seedDemo(server.app.database, about, { loans: 120, customers: 80, now: clock.now() })
    const readers: readonly Account[] = ['manager', 'admin']
    const compared = new Set<string>()
    for (const grid of grids) {
      const fields = sparseFields(grid, [])
      for (const { query } of grid.views) {
        const asked = `q=${encodeURIComponent(query)}&size=${size}`
        for (const who of readers) {
          const whole = await raw(...pageOf(grid.listing.at, query, who))
          if (whole.code === 403) continue
          const { rows } = whole.data as Rows // what a listing answers
          const sparse = await raw(`${grid.listing.sparse.at}?${asked}&fields=${fields.join(',')}`, { who })
          const wanted = rows.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]])))
          expect([grid.page, query, (sparse.data as Rows).rows]).toEqual([grid.page, query, wanted])
          if (rows.length > 0) compared.add(grid.page)
        }
      }
    }
    expect(compared.size).toBeGreaterThan(50)
  },
)

test('a field that no row has is refused by its name, and one at least is asked for', async ({ raw }) => {
  const none = await raw('GET /loans/sparse?q=&fields=', { who: 'ops' })
  const unknown = await raw('GET /loans/sparse?q=&fields=id,password', { who: 'ops' })

  expect([none.code, unknown.code]).toEqual([400, 400])
  expect(unknown.msg).toContain('fields')
})

test('who may not see a list sees none of its fields', async ({ raw }) => {
  expect(await raw('GET /loans/sparse?q=&fields=id', { who: 'marketer' })).toMatchObject({ code: 403 })
})
