import { expect, test } from 'vitest'
import { countries } from '#contract/kernel/countries.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { countedBy, rowsOfReport } from '#contract/kernel/report.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { rowsToReport } from '#server/kernel/listing/summarized.ts'
import type { View } from '#server/kernel/listing/view.ts'
import { modules } from '#server/modules/index.ts'
import { reportPages } from '#src/catalogue.ts'

const { listings } = registryOf(modules)
const through = '2026-03-09' as LocalDate
const readContext = {
  ...{ now: '2026-03-10T06:00:00.000Z', day: '2026-03-10', country: 'IN', offsetMinutes: 330 },
  t: (key: string) => key,
}
/** How long something took: no summary table adds it up, so that it is read beside one, from the rows that it is of. */
const fromRows = ['talk', 'averageTalk', 'machineTime', 'manualTime']
const shown = reportPages.flatMap((page) => page.views.map(({ name, measures }) => ({ page, view: name, measures })))

test.for(shown)(
  'the $view view of $page.page is told by a summary table, as it opens and by every field',
  ({ page, measures: all }) => {
    const { report } = page
    const measures = all.filter((name) => !fromRows.includes(name))
    const { listing, source } = listings.get(report.of)!
    const reader = { ...queryFieldsOf(listing, true), currency: countries.IN.currency }
    const actor = { may: () => true, scopesOf: () => ['all'] }
    const access = { actor, scopes: ['all'], app: { clock: { country: 'IN', now: () => new Date(readContext.now) } } }
    const context = { source, reader, access }
    const view = { context, readContext } as unknown as View // all that decides about it
    const told = { report, reader, through }
    const own = measures.map((name) => report.measures[name]!)
    const { query, problems } = parse(page.query, reader)
    const conditions = own.flatMap((measure) =>
      [measure, measure.per ?? measure].map((of) => countedBy(of, measure, told)),
    )
    const sums = own.flatMap(({ sum, per }) => [sum, per?.sum].filter((name) => name !== undefined))
    const asked = {
      query,
      about: report.where,
      conditions: [rowsOfReport(report, undefined, reader), ...conditions],
      sums,
    }

    const untold = report.by.filter((by) => rowsToReport(view, { ...asked, by }).weight === null)

    expect(problems).toEqual([])
    expect(untold).toEqual([])
  },
)
