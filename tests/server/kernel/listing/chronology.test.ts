import { expect } from 'vitest'
import type { Listing } from '#contract/kernel/list.ts'
import { type Condition, not, type Term } from '#contract/kernel/query/tree.ts'
import { loans } from '#contract/loans/calls.ts'
import { impliedBound } from '#server/kernel/listing/chronology.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { applicationSource } from '#server/modules/loans/source.ts'
import { test } from '#tests/support/server.ts'

// whoever reads a page of any list no longer knows its fields
const source = applicationSource as unknown as Source
const listing = loans.applications as unknown as Listing
const bound = (where: Condition, sort: readonly { field: string; descending: boolean }[] = []) =>
  impliedBound({ where, sort }, { listing, source })

const day = { is: 'day', day: '2026-03-04' } as const
const disbursed: Term = { kind: 'oneOf', field: 'disbursedAt', values: [day] }
const next = { is: 'day', day: '2026-03-05' } as const
const applied: Term = { kind: 'range', field: 'appliedAt', from: null, to: next }
const regular: Term = { kind: 'oneOf', field: 'kind', values: [{ is: 'choice', value: 'regular' }] }

test('the latest applications that were paid out by a day begin with the day after it, whatever clocks say', () => {
  const until: Term = { kind: 'range', field: 'disbursedAt', from: day, to: day }
  const before: Term = { kind: 'compare', field: 'disbursedAt', operator: '<', value: day }

  expect(bound(disbursed)).toEqual(applied)
  expect(bound({ kind: 'and', of: [regular, until] })).toEqual(applied)
  expect(bound(before)).toEqual(applied)
  expect(bound({ ...until, to: { is: 'relative', days: -1 } })).toEqual({ ...applied, to: { is: 'relative', days: 0 } })
})

test('nothing follows from what may be later, or for another order', () => {
  const since: Term = { kind: 'compare', field: 'disbursedAt', operator: '>=', value: day }
  const days: Term = { ...disbursed, values: [day, { is: 'day', day: '2026-03-01' }] }

  for (const where of [since, days, not(disbursed), regular, { kind: 'or', of: [disbursed, regular] } as const])
    expect(bound(where)).toBeNull()
  expect(bound(disbursed, [{ field: 'appliedAt', descending: false }])).toBeNull()
  expect(bound(disbursed, [{ field: 'amount', descending: true }])).toBeNull()
})
