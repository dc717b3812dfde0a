import { periodBefore } from '#contract/kernel/report-period.ts'
import { useCall } from '#src/call/query-client.ts'
import { useToday } from '#src/session/clock.ts'
import type { ReportAnswer } from './report-cells.ts'
import { hasTrend } from './report-rows.ts'
import type { ReportState, ShownReport } from './use-report.ts'

/** A report over as many days before, and how many they are. */
export interface ReportBefore {
  readonly answer: ReportAnswer
  readonly days: number
  /** Its filter line. */
  readonly q: string
}

/** The period before: the same report over as many days before those that its filter line looks at, where it is shown. */
export function useReportBefore(
  { declared, reader }: ReportState,
  shown: ShownReport | undefined,
): ReportBefore | null {
  const { report } = declared
  const { q, by, grain, asOf } = shown?.address ?? { q: '', by: report.by[0]!, grain: 'day', asOf: undefined }
  const today = useToday()
  const before = periodBefore(report, q, { reader, today })
  const asked = { q: before?.q ?? '', by, grain, measures: shown?.measures, ...(asOf && { asOf }) }
  const isAsked = shown !== undefined && before !== null && hasTrend(report, shown)
  const { data } = useCall(report, asked as never, { enabled: isAsked }) // as its input has it
  if (!isAsked || !data) return null
  return { ...before, answer: data as ReportAnswer } // as every report answers
}
