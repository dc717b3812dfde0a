import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { grids } from '#src/catalogue.ts'
import { cellText } from '#src/grid/model/cell-text.ts'
import { test } from '#tests/src/command/desk.ts'

test('what a request or an entry of the log is about is told as staff know it: a parameter by its name, an order by its id', async ({
  desk,
}) => {
  await desk.sit('ops')

  for (const page of ['approvals', 'audit']) {
    const about = grids.find((one) => one.page === page)!.listing.fields.find(({ name }) => name === 'objectId')!
    expect(cellText(about)('disburse.dailyCapMinor')).toBe('Payouts a day, at most')
    expect(cellText(about)('LN261104000241')).toBe('LN261104000241')
  }
})
