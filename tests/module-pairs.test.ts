import { expect, test } from 'vitest'
import { imports, moduleOf } from './architecture/sources.ts'

/** Pairs of modules that call each other's steps. The list only becomes shorter. */
const known: readonly string[] = [
  'account ↔ session',
  'account ↔ staff',
  'ai-records ↔ ai-tasks',
  'approvals ↔ parameters',
  'blacklist ↔ customers',
  'card-changes ↔ loans',
  'case-allocations ↔ duty',
  'case-allocations ↔ units',
  'case-holds ↔ cases',
  'case-transfers ↔ cases',
  'cases ↔ contact-rules',
  'cases ↔ follow-ups',
  'cases ↔ loans',
  'cases ↔ promises',
  'cases ↔ units',
  'collectors ↔ staff',
  'collectors ↔ stages',
  'commission-statements ↔ recoveries',
  'coupons ↔ credit-assessments',
  'coupons ↔ loans',
  'credit-assessments ↔ customers',
  'credit-assessments ↔ loans',
  'loans ↔ messages',
  'loans ↔ payments',
  'loans ↔ payouts',
  'loans ↔ plans',
  'loans ↔ reviews',
  'loans ↔ tele-verifications',
  'message-templates ↔ messages',
  'payments ↔ settlements',
  'payments ↔ statements',
  'pictures ↔ reviews',
  'plans ↔ reductions',
  'plans ↔ write-offs',
  'proofs ↔ statements',
  'roles ↔ session',
  'session ↔ staff',
]

/** What a module may have of another without being tied to it: its tables, its rows, its types. */
const loose = /^server\/modules\/[\w-]+\/(store|source)(\.ts$|\/)/

const calls = new Set(
  imports.flatMap(({ file, from, typeOnly }) => {
    const [one, other] = [moduleOf(file), moduleOf(from)]
    return !typeOnly && one && other && one !== other && !loose.test(from) ? [`${one} ${other}`] : []
  }),
)
const pairs = [...calls]
  .filter((call) => {
    const [one, other] = call.split(' ') as [string, string] // as they are joined above
    return one < other && calls.has(`${other} ${one}`)
  })
  .map((call) => call.replace(' ', ' ↔ '))
  .sort()

test('no two modules call each other but those that do already', () => {
  const fresh = pairs.filter((pair) => !known.includes(pair))

  expect(calls.size).toBeGreaterThan(100)
  expect(
    fresh.map((pair) => `${pair} call each other: have one hand the other what it needs, or a third call both`),
  ).toEqual([])
})

test('a pair that no longer calls each other is struck off', () => {
  const gone = known.filter((pair) => !pairs.includes(pair))

  expect(gone.map((pair) => `${pair} do not call each other any more: take them out of \`known\``)).toEqual([])
})
