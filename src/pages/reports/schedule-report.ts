import { startSchedule } from '#src/command/run/start-schedule.ts'
import { say } from '#src/locale/text.ts'
import type { ReportState } from './use-report.ts'

/** Has a report sent by itself as it is on the screen, with the totals of the period before. What is sent is as it is known then. */
export const scheduleReport = ({ declared: { report, page }, asked: { q, by, grain, measures } }: ReportState): void =>
  startSchedule({
    content: report.id,
    title: say(`menu.${page}`),
    query: q,
    shape: { by, grain, measures, comparison: true },
  })
