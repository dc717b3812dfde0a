import { expect } from 'vitest'
import { languages } from '#locales/index.ts'
import { reportColumns } from '#server/kernel/export/report-file.ts'
import { test } from '#tests/support/server.ts'

/** The first line of a file, and what it is called. */
const headOf = async (answer: Response) => {
  const named = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition')!)![1]!)
  return [(await answer.text()).split('\n')[0]!.replace('\ufeff', ''), named]
}

test('no two columns of a report file are called alike, whatever its rows are by, in any language', ({ server }) => {
  const { app } = server
  const repeated: string[] = []
  for (const of of app.registry.reports.values())
    for (const by of of.report.by)
      for (const language of languages) {
        const t = (key: string, values = {}) => app.translations.t(language, key, values)
        const columns = reportColumns(of, { by, names: Object.keys(of.report.measures) }, { t, app } as never)
        const heads = columns.map(({ heading }) => heading)
        repeated.push(
          ...heads.filter((head, i) => heads.indexOf(head) !== i).map((head) => `${language} ${of.report.id}: ${head}`),
        )
      }

  expect(repeated, 'texts below measureKind').toEqual([])
})

test('a file says of which kind alike columns are and its amounts in which currency, and as known when where it was asked', async ({
  server,
  tokenOf,
}) => {
  const get = async (asked: string) =>
    headOf(
      await fetch(`${server.url}/api/reports/repayment/export?${asked}`, {
        headers: { authentication: await tokenOf('manager'), language: 'en' },
      }),
    )

  expect(await get('measures=overdueT5,recoveryT5,rollT5,amountDue,open')).toEqual([
    'Due,T5 (overdue by number),T5 (recovered by number),T5 (roll rate by number),Due (INR),Open (INR)',
    'Repayment statistics 2026-03-09.csv',
  ])
  expect(await get('measures=overdueT5&asOf=2026-03-08')).toEqual([
    'Due,T5',
    'Repayment statistics as known on 2026-03-08.csv',
  ])
})
