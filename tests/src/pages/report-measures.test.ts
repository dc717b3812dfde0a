import { expect, test } from 'vitest'
import { measuresFor } from '#contract/kernel/rights.ts'
import { reportPages } from '#src/catalogue.ts'
import { withMeasures } from '#src/pages/reports/visible-measures.ts'

const page = reportPages.find((one) => one.page === 'deliveryReport')!

test('views are shown without the measures that ask for a right, and not at all where none is left', () => {
  const seen = measuresFor(page.report, (right) => right === 'anyone')

  const { views } = withMeasures(page, seen)

  expect(seen).toEqual(['registered', 'loans'])
  expect(views).toEqual([
    { name: 'all', measures: ['registered', 'loans'] },
    { name: 'reach', measures: ['registered', 'loans'] },
  ])
})

test('whoever may see all of them is shown the page as it was declared', () => {
  const seen = measuresFor(page.report, () => true)

  expect(withMeasures(page, seen).views).toEqual(page.views)
  // of whoever may see nothing the server says so
  expect(withMeasures(page, []).views).toEqual(page.views)
})
