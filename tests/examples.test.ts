import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Listing } from '#contract/kernel/list.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { loans } from '#contract/loans/calls.ts'

const readerOf = ({ fields, filter, sort, search }: Listing) => ({
  fields: fields.filter(({ name }) => filter.includes(name)),
  sortable: sort,
  searchable: search,
  currency: 'INR' as const,
})
const read = (line: string, listing: Listing) => parse(line, readerOf(listing))

/** The filter lines that `file` shows, each behind what tells it there. */
function examplesIn(file: string, pattern: RegExp): string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  return Array.from(text.matchAll(pattern), ([, line]) => line!)
}

test('the filter line that the README shows is understood by failed pay-outs, the list it names', () => {
  const lines = examplesIn('README.md', /filter line: on failed pay-outs `([^`]+)`/g)

  expect(lines).toHaveLength(1)
  for (const line of lines) expect(read(line, loans.failedPayouts as unknown as Listing).problems).toEqual([])
})

test('the filter line that the sign-in page shows is understood by the loan list', () => {
  const lines = examplesIn('src/session/sign-in/SignInPage.tsx', /typed="\/ ([^"]+)"/g)

  expect(lines).toHaveLength(1)
  for (const line of lines) expect(read(line, loans.orders as unknown as Listing).problems).toEqual([])
})

test('a shortened field is printed by its own name, so that addresses and views mean the same everywhere', () => {
  const reader = readerOf(loans.orders as unknown as Listing)

  expect(print(parse('overdue>10', reader).query, reader)).toBe('overdueDays>10')
})

test('an unknown field names the nearest one first, swapped letters too', () => {
  const { problems } = read('repyaable>10', loans.orders as unknown as Listing)

  expect(problems).toMatchObject([{ code: 'unknown_field', values: { got: 'repyaable' } }])
  expect(problems[0]!.values.expected![0]).toBe('repayable')
})

test('what several fields begin with is asked back, and no field is guessed from two letters', () => {
  expect(read('dis:today', loans.orders as unknown as Listing).problems).toEqual([])
  expect(read('p>1', loans.orders as unknown as Listing).problems).toMatchObject([{ code: 'unknown_field' }])
  expect(read('clos:today', loans.orders as unknown as Listing).problems).toMatchObject([{ code: 'ambiguous_field' }])
})
