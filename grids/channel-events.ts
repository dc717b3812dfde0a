import { channelEvents } from '#contract/channel-events.ts'
import { customer } from '#contract/customers.ts'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import { listPath, recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { grid } from '#src/grid/define.ts'

/** Spend, and what comes of whom it brings: what the numbers of channels and campaigns count. */
export default grid(channelEvents.list, {
  page: 'channelEvents',
  columns: (col) => [
    col.instant('cohortAt', { pin: true }),
    col.choice('kind', { width: 150 }),
    col.text('campaign', { width: 170 }),
    col.text('channel', { width: 110 }),
    col.name('name', { grow: 1 }),
    col.money('amount', { width: 120 }),
    col.money('result', { width: 120 }),
    col.count('installs', { width: 100 }),
    col.money('unpaidT0', { width: 112 }),
    col.money('unpaidT10', { width: 112 }),
    col.id('loanId'),
    col.instant('at'),
    col.money('unpaidT3', { hidden: true, width: 112 }),
    col.text('media', { hidden: true, width: 110 }),
    col.ref('app', { hidden: true, width: 130 }),
    col.count('impressions', { hidden: true, width: 120 }),
    col.count('clicks', { hidden: true, width: 100 }),
    col.date('knownFrom', { hidden: true }),
    col.id('customerId', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: {
    recent: { cohortAt: ':-7d' },
    spend: { kind: ['spend'], cohortAt: ':-30d' },
    money: { kind: ['spend', 'earned'], cohortAt: ':-30d' },
    due: { kind: ['due'], cohortAt: ':-60d' },
  },
  needs: ['kind', 'cohortAt', 'campaign', 'loanId', 'customerId'],
  open: ({ kind, cohortAt, campaign, loanId, customerId }) => {
    if (loanId) return recordPath(loan, loanId)
    return kind === 'spend'
      ? listPath('adSpend', `day:${cohortAt.slice(0, 10)} campaign=${quoteValue(campaign!)}`)
      : recordPath(customer, customerId!)
  },
})
