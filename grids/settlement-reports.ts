import { listPath } from '#contract/kernel/subject.ts'
import { settlementReports } from '#contract/settlement-reports.ts'
import { grid } from '#src/grid/define.ts'

/** Files in which gateways tell what they have settled. */
export default grid(settlementReports.list, {
  page: 'settlementReports',
  columns: (col) => [
    col.date('toDay', { pin: true, width: 112 }),
    col.date('fromDay', { width: 112 }),
    col.ref('config', { width: 190 }),
    col.text('file', { grow: 1, width: 190 }),
    col.count('lineCount', { width: 84 }),
    col.count('matchedCount', { width: 98 }),
    col.count('leftCount', { alarm: [1, 1], width: 84 }),
    col.money('amount', { width: 130 }),
    col.money('fee', { width: 110 }),
    col.money('gst', { width: 110 }),
    col.money('net', { width: 130 }),
    col.ref('readBy', { width: 130 }),
    col.choice('kind', { hidden: true, width: 110 }),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    recent: { toDay: ':-30d' },
    left: { leftCount: '>0' },
    all: {},
  },
  open: ({ id }) => listPath('settlementItems', `reportId:${id}`),
})
