import { expect } from 'vitest'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import { loans } from '#contract/loans/calls.ts'
import { test } from '#tests/support/server.ts'

/** Kinds whose values are counted, and are asked for as they are told. */
const countedKinds = ['choice', 'ref', 'text', 'count', 'date']
const ago = (hours: number) => new Date(Date.parse('2026-03-10T06:00:00Z') - hours * 3_600_000)

test('every value that is told of a field finds as many rows as it was told to have', async ({ given, raw }) => {
  await given.loan({ failedAt: ago(3) })
  await given.loan({ failedAt: ago(48), attempts: 3 })
  await given.loan({ failedAt: ago(48) })
  const { fields, filter, facet, count: counting } = loans.failedPayouts
  const counted = fields.filter(({ name, kind }) => filter.some((one) => one === name) && countedKinds.includes(kind))
  const ask = async (at: string, query: Record<string, string>) =>
    (await raw(`${at}?${new URLSearchParams(query)}`, { who: 'ops' })).data

  const told = await Promise.all(
    counted.map(async ({ name }) => {
      const { values } = (await ask(facet.at, { q: '', field: name })) as { values: { value: string; count: number }[] }
      return values.map(({ value, count }) => ({ q: `${name}:${quoteValue(value)}`, count }))
    }),
  )
  const found = await Promise.all(
    told.flat().map(async ({ q }) => ({ q, ...((await ask(counting.at, { q })) as object) })),
  )

  expect(told.filter((values) => values.length > 0).length).toBeGreaterThan(5)
  expect(found).toEqual(told.flat())
})
