import { expect, test } from 'vitest'
import { reportPages } from '#src/catalogue.ts'
import { hasGrains } from '#src/pages/reports/use-report-address.ts'

test('days, weeks and months are chosen where rows stand for time, and nowhere else', () => {
  const { report } = reportPages.find(({ page }) => page === 'agencyReport')!
  const [time, agency] = report.by

  expect(hasGrains(report, time!)).toBe(true)
  expect(hasGrains(report, agency!)).toBe(false)
})
