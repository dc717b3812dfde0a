import { type ConductReport, conductGroups, conductMeasures } from '#contract/conduct-report.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { atOffset } from '#contract/kernel/dayjs.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { Cell, FileColumn } from '#server/kernel/export/column.ts'
import { csvFile } from '#server/kernel/export/csv.ts'

/** The report as CSV, in the reader's language: a line for each agency, which says its period, and when and by whom it was made. */
export function csvOf(report: ConductReport, { app: { clock }, actor, t }: Pick<Context, 'app' | 'actor' | 't'>) {
  const text = (name: string): FileColumn => ({
    ...{ name, heading: t(`conductReport.${name}`), type: 'text', cell: String },
  })
  const columns: readonly FileColumn[] = [
    ...['agency', 'external', 'from', 'to'].map(text),
    ...conductGroups.flatMap((group) =>
      conductMeasures[group].map((measure) => ({
        ...{ name: measure, type: 'count' as const, cell: String },
        heading: `${t(`conductReport.group.${group}`)}: ${t(`conductReport.measure.${measure}`)}`,
      })),
    ),
    ...['limitPerDay', 'madeAt', 'madeBy'].map(text),
  ]
  const madeAt = atOffset(report.madeAt, offsetMinutesOf(clock.country)).format('YYYY-MM-DD HH:mm:ss')
  const cellOf = (count: number | null): Cell => (count === null ? null : String(count))
  const rows = report.agencies.map(({ name, external, counts }): readonly Cell[] => [
    ...[name, t(external ? 'call.yes' : 'call.no'), report.from, report.to],
    ...counts.map(({ count }) => cellOf(count)),
    ...[cellOf(report.limit), madeAt, actor.name],
  ])
  return csvFile(
    columns,
    (async function* () {
      yield rows
    })(),
  )
}
