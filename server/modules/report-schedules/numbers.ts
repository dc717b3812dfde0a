import type { Listing } from '#contract/kernel/list.ts'
import { isDuration, measureText, type Report } from '#contract/kernel/report.ts'
import { measuresFor, type Requirement } from '#contract/kernel/rights.ts'
import type { Services } from '#server/kernel/base/services.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import { durationHeading } from '#server/kernel/export/column.ts'

/** The number of a list that is no amount of it. */
export const rows = 'rows'

/** A number that an alert can be about. */
export interface AlertNumber {
  readonly name: string
  /** As it is called on the screen. */
  readonly heading: string
  /** As it is called beside others: `T0 (overdueT0)` where several have the heading. */
  readonly word: string
}

/** A number with its heading as it stands where no unit is told beside it. */
interface HeadedNumber extends Omit<AlertNumber, 'word'> {
  readonly full?: string
}

function toldApart(named: readonly HeadedNumber[]): AlertNumber[] {
  const times = new Map<string, number>()
  for (const { heading } of named) times.set(heading, (times.get(heading) ?? 0) + 1)
  return named.map(({ name, heading, full = heading }) => {
    const isAlone = times.get(heading) === 1
    return { name, heading, word: isAlone ? full : `${full} (${name})` }
  })
}

/** The numbers of a report: its measures, of whoever sees only some of them those. */
export const numbersOfReport = (
  report: Report,
  t: Translate,
  may: (right: Requirement) => boolean = () => true,
): AlertNumber[] =>
  toldApart(
    measuresFor(report, may).map((name) => {
      const { key, values } = measureText(report, 'measure', name)
      const heading = t(key, values)
      return { name, heading, ...(isDuration(report.measures[name]!) && { full: durationHeading(heading, { t }) }) }
    }),
  )

/** The numbers of a list: how many rows it has, and its totals. */
export function numbersOfList({ id, sums = [] }: Pick<Listing, 'id' | 'sums'>, t: Translate): AlertNumber[] {
  const noun = id.slice(0, id.indexOf('.'))
  const totals = sums.map((name) => ({ name, heading: t(`${noun}.${name}`) }))
  return toldApart([{ name: rows, heading: t('reportSchedules.rows') }, ...totals])
}

/** What all of them are called, by the id of the report or list and by name. */
export function alertWords({ listings, reports }: Services['registry'], t: Translate) {
  const known = new Map<string, AlertNumber[]>()
  for (const [id, { listing }] of listings) known.set(id, numbersOfList(listing, t))
  for (const [id, { report }] of reports) known.set(id, numbersOfReport(report, t))
  const byName = (numbers: readonly AlertNumber[]) => Object.fromEntries(numbers.map(({ name, word }) => [name, word]))
  return Object.fromEntries([...known].map(([id, numbers]) => [id, byName(numbers)]))
}
