import { expect, test } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { columnLimits } from '#src/grid/model/column-limits.ts'
import { markColumn } from '#src/grid/model/layout.ts'

/** Lists of terms, whose amounts are what something may cost, or somebody may borrow: added up they are nothing. */
const terms = ['products.list', 'couponTemplates.list', 'providerConfigs.list', 'creditAssessments.list']
/** What somebody earns is a trait of theirs, not money of the business. */
const traits = ['customers.list income']
/**
 * What is owed in a group is owed in its agency as well; a case that is given out is given out again in its next stage; an
 * order that still owes has had a case in each.
 */
const nested = ['units.list owed', 'caseAllocations.list amount', 'cases.closed repayable']
/** What is owed as a day begins or ends is owed on many days: of several it is no sum. */
const balances = ['opening', 'closing', 'openingPrincipal', 'closingPrincipal', 'closingInterest']
  .concat('closingFees', 'closingPenalty')
  .map((field) => `accountingDays.list ${field}`)
/** Logs stand in the order in which they were written. */
const logs = [
  ...['audit.list', 'signIns.list', 'messages.list', 'creditAssessments.list', 'consents.list', 'dataRequests.list'],
  ...['calls.list', 'aiRecords.list', 'caseAllocations.list', 'contactRefusals.list'],
]
/** What is asked of a list first: what is late, what is owed, whose it is, how it stands. */
const sorted = ['state', 'name', 'overdueDays', 'dueDate']
/** Decided by the day, which no index holds; the same in every row; told of an order or of a payment's day, whose lists are sorted by it. */
const unsorted = [
  ...['plans.list state', 'plans.list overdueDays', 'loans.failedPayouts state', 'customers.list overdueDays'],
  ...['cases.closed name', 'recoveries.list overdueDays'],
]

test.for(grids.filter(({ id }) => !terms.includes(id)))(
  '$id adds up every amount it shows',
  ({ id, columns, listing }) => {
    const shown = columns.filter(({ kind }) => kind === 'money').map(({ field }) => field)
    const amounts = shown.filter((field) => ![...traits, ...nested, ...balances].includes(`${id} ${field}`))

    // what would be left of a part is told of each request, not of all together
    expect(amounts.filter((field) => !listing.sums.includes(field) && !field.endsWith('After'))).toEqual([])
  },
)

test.for(grids.filter(({ id }) => !terms.includes(id) && !logs.includes(id)))(
  '$id is sorted by whatever a person would sort it by, where an index is there for it',
  ({ columns, listing }) => {
    const wanted = columns.map(({ field }) => field).filter((field) => sorted.includes(field))
    const missing = wanted.filter((field) => !listing.sort.includes(field)).map((field) => `${listing.id} ${field}`)

    expect(missing.filter((one) => !unsorted.includes(one))).toEqual([])
  },
)

test('a header says beforehand what cannot be done with its column', () => {
  const { listing } = grids.find(({ id }) => id === 'loans.orders')!
  const reader = { fields: listing.fields.filter(({ name }) => listing.filter.includes(name)) } as never
  const limits = (column: string) => columnLimits({ listing, reader }, column)

  expect(limits('dueDate')).toEqual([])
  expect(limits('repayable')).toEqual(['grid.notSortable'])
  expect(limits('fee')).toEqual(['grid.notSortable', 'grid.notFilterable'])
  expect(limits(markColumn)).toEqual([])
})

test('no field is called as the column of marks is, which would take its place', () => {
  const fields = grids.flatMap(({ listing }) => listing.fields.map(({ name }) => name))

  expect(fields).not.toContain(markColumn)
})
