import { adSpend } from '#contract/ad-spend.ts'
import { grid } from '#src/grid/define.ts'

/** What advertising costs, campaign by campaign and day by day. */
export default grid(adSpend.list, {
  page: 'adSpend',
  columns: (col) => [
    col.date('day', { pin: true, width: 120 }),
    col.text('campaign', { grow: 1, width: 200 }),
    col.text('media', { width: 120 }),
    col.text('channel', { width: 120 }),
    col.ref('app', { width: 130 }),
    col.money('spend', { width: 130 }),
    col.count('impressions', { width: 130 }),
    col.count('clicks', { width: 110 }),
    col.count('installs', { width: 110 }),
    col.text('changedBy', { width: 150 }),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { recent: { day: ':-30d' }, all: {} },
})
